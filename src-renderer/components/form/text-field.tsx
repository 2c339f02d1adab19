import { Field, Input, Textarea, type InputProps } from "@fluentui/react-components";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useFieldMessage } from "./field-message.ts";
import { heldByForm } from "./held-by-form.tsx";

type TextFieldProps = {
  label: string;
  /** What `register(name)` of react-hook-form gives. */
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
  hint?: string;
  type?: "text" | "email";
  autoComplete?: string;
  inputMode?: InputProps["inputMode"];
  /** More than one line. */
  rows?: number;
};

/** A labelled text with its error below it. */
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
