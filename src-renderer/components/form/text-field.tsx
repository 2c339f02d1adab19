import { Field, Input, type InputProps, Textarea } from "@fluentui/react-components";
import type { UseFormRegisterReturn } from "react-hook-form";
import { heldByForm, useFieldMessage } from "./field-parts.tsx";

type TextFieldProps = {
  label: string;
  /** The result of `register(name)` of react-hook-form. */
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  hint?: string;
  type?: "text" | "email";
  autoComplete?: string;
  inputMode?: InputProps["inputMode"];
  /** Rows of a text area; a single line without it. */
  rows?: number;
};

/** A text field with its label and error. */
export function TextField(props: TextFieldProps) {
  const { label, registration, error, hint, type = "text", autoComplete, inputMode, rows } = props;
  const message = useFieldMessage()(error);
  return (
    <Field
      label={label}
      size="large"
      {...(hint !== undefined && { hint })}
      {...(message !== undefined && { validationMessage: message })}
    >
      {rows === undefined ? (
        <Input
          {...registration}
          input={heldByForm}
          type={type}
          size="large"
          {...(autoComplete !== undefined && { autoComplete })}
          {...(inputMode !== undefined && { inputMode })}
        />
      ) : (
        <Textarea
          {...registration}
          textarea={heldByForm}
          rows={rows}
          size="large"
          resize="vertical"
        />
      )}
    </Field>
  );
}
