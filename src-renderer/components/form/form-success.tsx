import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Notice } from "../notice.tsx";

// While it is empty it takes no row of the form's grid.
const useStyles = makeStyles({ region: { ":empty": { position: "absolute" } } });

/** What a form has achieved. It is there from the start, so that its text is read out when it comes. */
export function FormSuccess({ children }: { children?: ReactNode }) {
  const styles = useStyles();
  return (
    <div aria-live="polite" className={styles.region}>
      {children && <Notice intent="success">{children}</Notice>}
    </div>
  );
}
