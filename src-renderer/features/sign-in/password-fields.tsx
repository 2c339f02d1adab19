import { Button, Field, Input } from "@fluentui/react-components";
import { EyeOffRegular, EyeRegular } from "@fluentui/react-icons";
import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { uncontrolledSlot, useFieldProps } from "#renderer/components/form/field-parts.tsx";

type PasswordFieldProps = {
  label: string;
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  /** new-password where the user chooses one, else current-password. */
  autoComplete: "current-password" | "new-password";
  hint?: string;
};

export function PasswordField({
  label,
  registration,
  error,
  autoComplete,
  hint,
}: PasswordFieldProps) {
  const { t } = useTranslation("forms");
  const [shown, setShown] = useState(false);
  return (
    <Field {...useFieldProps({ label, error, hint })}>
      <Input
        {...registration}
        input={uncontrolledSlot}
        type={shown ? "text" : "password"}
        size="large"
        autoComplete={autoComplete}
        contentAfter={
          <Button
            appearance="transparent"
            icon={shown ? <EyeOffRegular /> : <EyeRegular />}
            aria-label={t(shown ? "hidePassword" : "showPassword")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
    </Field>
  );
}

/** The result of `register(name)`, with the error of that field. */
type Registered = {
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
};

type NewPasswordFieldsProps = {
  label: string;
  /** Registered with `deps: ["repeat"]`, so that a correction here clears the error there. */
  password: Registered;
  repeat: Registered;
};

export function NewPasswordFields({ label, password, repeat }: NewPasswordFieldsProps) {
  const { t } = useTranslation("forms");
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={t("passwordHint")}
        {...password}
      />
      <PasswordField label={t("repeatPassword")} autoComplete="new-password" {...repeat} />
    </>
  );
}
