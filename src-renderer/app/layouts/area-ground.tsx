import { makeStyles } from "@fluentui/react-components";
import { useLayoutEffect, useState } from "react";
import { platform } from "#renderer/platform/current-platform.ts";
import { colours } from "#renderer/theme/public-theme.ts";
import { media } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  veil: {
    position: "fixed",
    inset: 0,
    // Above Fluent's overlays, whose z-index is 1,000,000.
    zIndex: 1_000_002,
    pointerEvents: "none",
    backgroundColor: colours.ground,
    animationName: { from: { opacity: 1 }, to: { opacity: 0 } },
    animationDuration: "200ms",
    animationTimingFunction: "ease-out",
    animationFillMode: "both",
    [media.reducedMotion]: { display: "none" },
    [media.print]: { display: "none" },
  },
});

/** Returns whether the start is dark: most likely a member's (docs/decisions/0011-first-paint.md). */
export const startsDark = (): boolean => platform.read("token") !== null;

/** Paints the document in the colour of the area; light after a dark start appears out of the dark. */
export function AreaGround({ isDark }: { isDark: boolean }) {
  const styles = useStyles();
  const [wasDark] = useState(startsDark);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.backgroundColor = isDark ? colours.ground : colours.paper;
  }, [isDark]);
  return wasDark && !isDark ? <div aria-hidden="true" className={styles.veil} /> : null;
}
