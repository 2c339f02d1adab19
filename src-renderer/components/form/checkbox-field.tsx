import { Field } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "./checkbox.tsx";
import { useFieldMessage } from "./field-parts.tsx";

type CheckboxFieldProps = {
  label: ReactNode;
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
};

export function CheckboxField({ label, registration, error }: CheckboxFieldProps) {
  const message = useFieldMessage()(error);
  return (
    <Field {...(message !== undefined && { validationMessage: message })}>
      {(field) => <Checkbox {...field} {...registration} label={label} />}
    </Field>
  );
}
