import { makeStyles } from "@fluentui/react-components";
import { useDeferredValue, type ReactNode } from "react";
import { useIsInBrowser } from "./use-is-in-browser.ts";

const useStyles = makeStyles({
  // Keeps the footer below the window: it would jump.
  room: { minHeight: "100vh" },
});

/** What is below the first screen of a long page: rendered after that is painted. At once on the server. */
export function BelowFold({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const isServed = !useIsInBrowser();
  const isShown = useDeferredValue(true, isServed);
  return isShown ? children : <div className={styles.room} />;
}
