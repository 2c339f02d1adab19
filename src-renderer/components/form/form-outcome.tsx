import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { GlobalError } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { accountPath } from "#shared/routes.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { TextLink } from "../links.tsx";
import { Notice } from "../notice.tsx";

type FormFailureProps = {
  /** `formState.errors.root`, as `showFailure` sets it, or a `rootError`. */
  error: GlobalError | undefined;
  /** The form's own texts for some error codes. */
  words?: Readonly<Record<string, ReactNode>> | undefined;
};

const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: "nearest" });

/** Says why a form was not accepted, unless the reason stands at a field. */
export function FormFailure({ error, words }: FormFailureProps) {
  const { t } = useTranslation(["forms", "common"]);
  const formats = useFormats();
  if (!error) return null;
  const type = String(error.type);
  const wait = error.message ? formats.wait(Number(error.message)) : null;
  const common: Readonly<Record<string, ReactNode>> = {
    offline: t("failure.offline"),
    timeout: t("failure.timeout"),
    "too-many-requests": wait ? t("failure.tooManyUntil", { wait }) : t("failure.tooMany"),
    busy: wait ? t("failure.busyUntil", { wait }) : t("failure.busy"),
    "password-missing": (
      <Trans
        t={t}
        i18nKey="failure.passwordMissing"
        components={{ account: <TextLink to={`${accountPath}#password`}>{null}</TextLink> }}
      />
    ),
    "feature-disabled": t("common:featureDisabled"),
    validation: t("failure.validation"),
  };
  return (
    // The button that was pressed may be a screen below.
    <div ref={scrollIntoView}>
      <Notice intent="error">{words?.[type] ?? common[type] ?? t("failure.other")}</Notice>
    </div>
  );
}

// While empty it must not take a row of the form's grid.
const useStyles = makeStyles({ region: { ":empty": { position: "absolute" } } });

/** Confirms that a form was accepted. A live region, so rendered from the start. */
export function FormSuccess({ children }: { children?: ReactNode }) {
  const styles = useStyles();
  return (
    <div aria-live="polite" className={styles.region}>
      {children && <Notice intent="success">{children}</Notice>}
    </div>
  );
}
