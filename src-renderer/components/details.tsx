import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  // 44 px high, as a touch target.
  summary: { width: "fit-content", padding: "10px 0", lineHeight: "24px", cursor: "pointer" },
});

type DetailsProps = {
  summary: string;
  /** Whether it is unfolded at first. */
  open?: boolean;
  className?: string;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** What is folded away below a line, until that is pressed. */
export function Details({ summary, open = false, className, onToggle, children }: DetailsProps) {
  const styles = useStyles();
  return (
    <details
      className={className}
      open={open}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
