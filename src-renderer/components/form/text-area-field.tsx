import { Field, Textarea } from "@fluentui/react-components";
import type { UseFormRegisterReturn } from "react-hook-form";
import { heldByForm, useFieldProps } from "./field-parts.tsx";

type TextAreaFieldProps = {
  label: string;
  /** The result of `register(name)` of react-hook-form. */
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  hint?: string;
  rows: number;
};

export function TextAreaField({ label, registration, error, hint, rows }: TextAreaFieldProps) {
  return (
    <Field {...useFieldProps({ label, error, hint })}>
      <Textarea
        {...registration}
        textarea={heldByForm}
        rows={rows}
        size="large"
        resize="vertical"
      />
    </Field>
  );
}
