import { Button } from "@fluentui/react-components";
import { useRef, type ReactNode } from "react";

type FileButtonProps = {
  id?: string;
  /** Types and ends of names that the system offers. */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A button with which one file is chosen. */
export function FileButton({ id, accept, disabled = false, onFile, children }: FileButtonProps) {
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
        {...(id !== undefined && { id })}
        disabledFocusable={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
