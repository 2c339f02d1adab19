import { Button, Field, Input } from "@fluentui/react-components";
import { EyeOffRegular, EyeRegular } from "@fluentui/react-icons";
import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFieldMessage } from "./field-message.ts";
import { heldByForm } from "./held-by-form.tsx";

type PasswordFieldProps = {
  label: string;
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  /** current-password where one signs in, new-password where one chooses it. */
  autoComplete: "current-password" | "new-password";
  hint?: string;
};

/** A labelled password that can be shown. */
export function PasswordField({
  label,
  registration,
  error,
  autoComplete,
  hint,
}: PasswordFieldProps) {
  const { t } = useTranslation("forms");
  const message = useFieldMessage()(error);
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      size="large"
      {...(hint !== undefined && { hint })}
      {...(message !== undefined && { validationMessage: message })}
    >
      <Input
        {...registration}
        input={heldByForm}
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
