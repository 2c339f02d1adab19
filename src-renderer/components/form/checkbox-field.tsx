import { Checkbox, Field } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useFieldMessage } from "./field-message.ts";

type CheckboxFieldProps = {
  label: ReactNode;
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
};

/** A box to tick, with its error below it. */
export function CheckboxField({ label, registration, error }: CheckboxFieldProps) {
  const message = useFieldMessage()(error);
  return (
    <Field {...(message !== undefined && { validationMessage: message })}>
      <Checkbox {...registration} label={<>{label}</>} size="large" />
    </Field>
  );
}
