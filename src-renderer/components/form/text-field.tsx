import { Field, Input, type InputProps, Textarea } from "@fluentui/react-components";
import type { UseFormRegisterReturn } from "react-hook-form";
import { uncontrolledSlot, useFieldProps } from "./field-parts.tsx";

type TextFieldProps = {
  label: string;
  /** The result of `register(name)` of react-hook-form. */
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  hint?: string;
  type?: "text" | "email" | "date" | "time";
  autoComplete?: string;
  inputMode?: InputProps["inputMode"];
  /** Latest day that the browser's calendar offers; the schema has to check it, too. */
  max?: string;
};

export function TextField(props: TextFieldProps) {
  const { label, registration, error, hint, type = "text", autoComplete, inputMode, max } = props;
  return (
    <Field {...useFieldProps({ label, error, hint })}>
      <Input
        {...registration}
        input={uncontrolledSlot}
        type={type}
        size="large"
        {...(autoComplete !== undefined && { autoComplete })}
        {...(inputMode !== undefined && { inputMode })}
        {...(max !== undefined && { max })}
      />
    </Field>
  );
}

type TextAreaFieldProps = Pick<TextFieldProps, "label" | "registration" | "error" | "hint"> & {
  rows: number;
};

export function TextAreaField({ label, registration, error, hint, rows }: TextAreaFieldProps) {
  return (
    <Field {...useFieldProps({ label, error, hint })}>
      <Textarea
        {...registration}
        textarea={uncontrolledSlot}
        rows={rows}
        size="large"
        resize="vertical"
      />
    </Field>
  );
}
