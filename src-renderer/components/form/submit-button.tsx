import { Button, Spinner } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useButtonLook } from "../links.tsx";

type SubmitButtonProps = { busy: boolean; look?: "accent" | "primary"; children: ReactNode };

/** Sends the form it stands in; while that is under way it cannot be pressed again. */
export function SubmitButton({ busy, look = "accent", children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="large"
      {...useButtonLook(look)}
      disabledFocusable={busy}
      {...(busy && { icon: <Spinner size="tiny" /> })}
    >
      {children}
    </Button>
  );
}
