import { makeStyles } from "@fluentui/react-components";
import { useRef, type ReactNode, type SubmitEvent } from "react";

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
  /** Names the form for those who do not see where it begins. */
  label: string;
  /** What `handleSubmit` of react-hook-form gives. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
};

/**
 * A form whose rules are ours, not the browser's: fields one below the other. Sent once, however
 * often it is pressed while that is under way.
 */
export function Form({ label, onSubmit, children }: FormProps) {
  const styles = useStyles();
  // The button shows it only once it is rendered again: a double click is quicker.
  const underWay = useRef(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    try {
      await onSubmit(event);
    } finally {
      underWay.current = false;
    }
  };
  return (
    <form
      noValidate
      aria-label={label}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
    >
      {children}
    </form>
  );
}

/** The row of buttons and links at a form's end. */
export function FormActions({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <div className={styles.actions}>{children}</div>;
}
