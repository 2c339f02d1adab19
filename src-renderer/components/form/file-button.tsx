import { Button } from "@fluentui/react-components";
import { useRef, type ReactNode } from "react";
import { useButtonLook } from "../links.tsx";
import { Notice } from "../notice.tsx";
import { FormFailure } from "./form-outcome.tsx";
import { rootError, type Failure } from "./use-submit.ts";

type FileButtonProps = {
  id?: string;
  /** Types and ends of names that the system offers. */
  accept: string;
  disabled?: boolean;
  /** `accent` where choosing a file is the main action of the view. */
  look?: "accent" | "secondary";
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A button with which one file is chosen. */
export function FileButton(props: FileButtonProps) {
  const { id, accept, disabled = false, look = "secondary", onFile, children } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button
        size="large"
        {...useButtonLook(look)}
        {...(id !== undefined && { id })}
        disabledFocusable={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}

type FileFailureProps = {
  failure: Failure | null;
  /** The field under which the server says why it refuses a file. */
  field: string;
  /** Own texts for some error codes. */
  words?: Readonly<Record<string, ReactNode>>;
};

/** Says why a file was not stored. */
export function FileFailure({ failure, field, words }: FileFailureProps) {
  if (!failure) return null;
  const refusal = failure.fields?.[field];
  if (refusal !== undefined) return <Notice intent="error">{refusal}</Notice>;
  return <FormFailure error={rootError(failure)} words={words} />;
}
