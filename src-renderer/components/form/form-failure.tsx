import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { GlobalError } from "react-hook-form";
import { useFormats } from "../../i18n/formats.ts";
import { Notice } from "../notice.tsx";

type FormFailureProps = {
  /** `formState.errors.root`, as `showFailure` sets it, or a `rootError`. */
  error: GlobalError | undefined;
  /** The form's own words for some codes. */
  words?: Readonly<Record<string, ReactNode>>;
};

/** Why the form was not sent, where no single field is to blame. Nothing typed is lost. */
export function FormFailure({ error, words }: FormFailureProps) {
  const { t } = useTranslation(["forms", "common"]);
  const formats = useFormats();
  if (!error) return null;
  const type = String(error.type);
  const wait = error.message ? formats.wait(Number(error.message)) : null;
  const common: Readonly<Record<string, string>> = {
    offline: t("failure.offline"),
    timeout: t("failure.timeout"),
    "too-many-requests": wait ? t("failure.tooManyUntil", { wait }) : t("failure.tooMany"),
    busy: wait ? t("failure.busyUntil", { wait }) : t("failure.busy"),
    "feature-disabled": t("common:featureDisabled"),
    validation: t("failure.validation"),
  };
  return <Notice intent="error">{words?.[type] ?? common[type] ?? t("failure.other")}</Notice>;
}
