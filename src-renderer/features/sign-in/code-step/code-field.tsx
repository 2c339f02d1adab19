import { Field, Input, makeStyles } from "@fluentui/react-components";
import { type ChangeEvent, useRef } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { heldByForm, useFieldMessage } from "#renderer/components/form/field-parts.tsx";

const useStyles = makeStyles({
  field: { maxWidth: "260px" },
  digits: {
    width: "100%",
    minWidth: 0,
    fontSize: "24px",
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "0.2em",
    "::placeholder": { opacity: 0.45 },
  },
});

type CodeFieldProps = {
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
};

/**
 * A field for a six-digit code. Submits its form as soon as six digits were entered, but the same
 * digits only once, since the number of tries is limited.
 */
export function CodeField({ registration, error }: CodeFieldProps) {
  const styles = useStyles();
  const { t } = useTranslation("forms");
  const message = useFieldMessage()(error);
  const sent = useRef("");
  const change = async (event: ChangeEvent<HTMLInputElement>) => {
    const { form, value } = event.target;
    await registration.onChange(event);
    const digits = value.replaceAll(/[\s-]/g, "");
    if (!/^\d{6}$/.test(digits) || digits === sent.current) return;
    sent.current = digits;
    form?.requestSubmit();
  };
  return (
    <Field
      label={t("codeStep.label")}
      size="large"
      className={styles.field}
      {...(message !== undefined && { validationMessage: message })}
    >
      <Input
        {...registration}
        onChange={(event) => void change(event)}
        input={{ ...heldByForm, className: styles.digits }}
        size="large"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000 000"
        maxLength={20}
      />
    </Field>
  );
}
