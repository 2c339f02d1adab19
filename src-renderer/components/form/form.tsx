import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode, SubmitEvent } from "react";
import { useButtonLook } from "../links.tsx";

const useStyles = makeStyles({
  form: { display: "grid", gap: "20px", justifyItems: "stretch" },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "12px 20px",
    paddingTop: "4px",
  },
});

type FormProps = {
  label: string;
  /** The `submit` of `useSubmit`, or the `run` of `useMutation`, which ignore a double click. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
};

/** A form with its fields in one column, validated by our rules instead of the browser's. */
export function Form({ label, onSubmit, children }: FormProps) {
  const styles = useStyles();
  return (
    <form
      noValidate
      aria-label={label}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    >
      {children}
    </form>
  );
}

/** The row of buttons and links at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <div className={styles.actions}>{children}</div>;
}

const useSubmitButtonStyles = makeStyles({
  wide: { width: "100%", minHeight: "52px" },
  // A line that runs along the lower edge; the button keeps its colours and its size.
  busy: {
    position: "relative",
    cursor: "progress",
    "::before": {
      content: '""',
      position: "absolute",
      left: 0,
      bottom: 0,
      width: "100%",
      height: "4px",
      backgroundColor: "currentColor",
      animationName: {
        from: { transform: "translateX(-100%)" },
        to: { transform: "translateX(100%)" },
      },
      animationDuration: "1200ms",
      animationIterationCount: "infinite",
      "@media (prefers-reduced-motion: reduce)": { animationName: "none" },
    },
  },
});

type SubmitButtonProps = {
  busy: boolean;
  /** `secondary` where the view has another main action. */
  look?: "accent" | "secondary";
  /** Whether it fills the width of the form. */
  wide?: boolean;
  children: ReactNode;
};

export function SubmitButton({ busy, look = "accent", wide = false, children }: SubmitButtonProps) {
  const styles = useSubmitButtonStyles();
  const { appearance, className } = useButtonLook(look);
  return (
    <Button
      type="submit"
      size="large"
      appearance={appearance}
      className={mergeClasses(className, wide && styles.wide, busy && styles.busy)}
      aria-disabled={busy}
      aria-busy={busy}
    >
      {children}
    </Button>
  );
}
