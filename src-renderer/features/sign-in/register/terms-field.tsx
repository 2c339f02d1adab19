import { Button } from "@fluentui/react-components";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { CheckboxField } from "../../../components/form/checkbox-field.tsx";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";

type TermsFieldProps = {
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  /** Loads the terms again; given when they did not load. */
  onRetry: (() => void) | null;
};

/** The box that accepts terms and privacy policy, and a way on when their version did not load. */
export function TermsField({ registration, error, onRetry }: TermsFieldProps) {
  const { t } = useTranslation(["sign-in", "common"]);
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
      {onRetry && (
        <Notice intent="warning">
          {t("register.termsFailed")}{" "}
          <Button size="small" onClick={onRetry}>
            {t("common:failed.retry")}
          </Button>
        </Notice>
      )}
    </div>
  );
}
