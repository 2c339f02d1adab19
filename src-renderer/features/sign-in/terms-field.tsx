import type { UseFormRegisterReturn } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { CheckboxField } from "#renderer/components/form/checkbox.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { RetryNotice } from "#renderer/components/notice.tsx";

type TermsFieldProps = {
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  /** Loads the terms again; null unless they failed to load. */
  onRetry?: (() => void) | null;
};

/** The checkbox that accepts the terms, with a retry if their version did not load. */
export function TermsField({ registration, error, onRetry }: TermsFieldProps) {
  const { t } = useTranslation("sign-in");
  const label = (
    <Trans
      t={t}
      i18nKey="register.accept"
      components={{
        terms: <TextLink to={routePath("terms")}>{null}</TextLink>,
        privacy: <TextLink to={routePath("privacy")}>{null}</TextLink>,
      }}
    />
  );
  return (
    <div>
      <CheckboxField label={label} registration={registration} error={error} />
      {onRetry && <RetryNotice text={t("register.termsFailed")} onRetry={onRetry} />}
    </div>
  );
}
