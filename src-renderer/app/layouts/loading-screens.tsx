import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { LogoMark } from "#renderer/components/logo.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { useElapsed } from "#renderer/components/use-elapsed.ts";
import { contentWidth, media, tokens } from "#renderer/theme/tokens.ts";
import { brand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";

const useAreaBackgroundStyles = makeStyles({
  veil: {
    position: "fixed",
    inset: 0,
    // Above Fluent's overlays, whose z-index is 1,000,000.
    zIndex: 1_000_002,
    pointerEvents: "none",
    backgroundColor: tokens.colorGround,
    animationName: { from: { opacity: 1 }, to: { opacity: 0 } },
    animationDuration: "200ms",
    animationTimingFunction: "ease-out",
    animationFillMode: "both",
    [media.reducedMotion]: { display: "none" },
    [media.print]: { display: "none" },
  },
});

/** Returns whether the start is dark: most likely a member's (docs/decisions/0011-first-paint.md). */
const startsDark = (): boolean => platform.read("token") !== null;

/** Paints the document in the colour of the area; light after a dark start appears out of the dark. */
export function AreaBackground({ isDark }: { isDark: boolean }) {
  const styles = useAreaBackgroundStyles();
  const [wasDark] = useState(startsDark);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.backgroundColor = isDark ? brand.colours.ground : brand.colours.paper;
  }, [isDark]);
  return wasDark && !isDark ? <div aria-hidden="true" className={styles.veil} /> : null;
}

const useStyles = makeStyles({
  start: {
    minHeight: "100vh",
    display: "grid",
    placeContent: "center",
    justifyItems: "center",
    gap: "24px",
  },
  // The member theme is not loaded yet.
  dark: { backgroundColor: tokens.colorGround, color: tokens.colorOnDeep },
  page: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    // Keeps the footer below the window: it would jump when the page is shown.
    minHeight: "100vh",
    margin: "0 auto",
    padding: "48px 24px 80px",
    display: "grid",
    alignContent: "start",
    gap: "16px",
    [media.phone]: { padding: "24px 16px 56px" },
  },
  title: { width: "min(60%, 420px)" },
  lead: { width: "min(85%, 640px)", marginBottom: "24px" },
});

export function PageSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.page}>
      <SkeletonItem size={48} className={styles.title} />
      <SkeletonItem size={20} className={styles.lead} />
      <SkeletonItem size={128} />
      <SkeletonItem size={128} />
    </Skeleton>
  );
}

/** Time after which the start screen says that something is loading. */
const slowAfterMs = 600;

/** Screen shown while the stored session is checked; dark where it is most likely a member's. */
export function StartScreen() {
  const styles = useStyles();
  const { t } = useTranslation();
  const slow = useElapsed(slowAfterMs);
  const [dark] = useState(startsDark);
  return (
    <main className={mergeClasses(styles.start, dark && styles.dark)}>
      <LogoMark size={56} onDark={dark} />
      <p role="status">{slow && t("loading")}</p>
    </main>
  );
}
