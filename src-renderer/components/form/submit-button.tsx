import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useButtonLook } from "../links.tsx";

const useStyles = makeStyles({
  // Fluent's Spinner would weigh more than the button.
  busy: {
    opacity: 0.7,
    cursor: "progress",
    animationName: { from: { opacity: 0.7 }, to: { opacity: 0.45 } },
    animationDuration: "600ms",
    animationDirection: "alternate",
    animationIterationCount: "infinite",
  },
});

type SubmitButtonProps = { busy: boolean; look?: "accent" | "primary"; children: ReactNode };

/** Sends the form it stands in; while that is under way it cannot be pressed again. */
export function SubmitButton({ busy, look = "accent", children }: SubmitButtonProps) {
  const styles = useStyles();
  const { appearance, className } = useButtonLook(look);
  return (
    <Button
      type="submit"
      size="large"
      appearance={appearance}
      className={mergeClasses(className, busy && styles.busy)}
      disabledFocusable={busy}
      aria-busy={busy}
    >
      {children}
    </Button>
  );
}
