import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PasswordField } from "./password-field.tsx";

/** A field of a form, as `register` returns it, with its error. */
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

/** A password that is being chosen, twice. */
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
