import { FluentProvider, makeStyles } from "@fluentui/react-components";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { armBell } from "#renderer/components/bell.ts";
import { notificationTheme } from "#renderer/theme/notification-theme.ts";
import { media } from "#renderer/theme/tokens.ts";
import { useCooking } from "../cooking-store.ts";
import { TimerList } from "./timer-list.tsx";
import { useTimers } from "./timers.ts";

const useStyles = makeStyles({
  // Above Fluent's dialogs, as notifications are.
  layer: {
    position: "relative",
    zIndex: 1_000_001,
    backgroundColor: "transparent",
    [media.print]: { display: "none" },
  },
  timers: {
    position: "fixed",
    right: "20px",
    bottom: "20px",
    width: "340px",
    maxWidth: "calc(100vw - 40px)",
    maxHeight: "50vh",
    overflowY: "auto",
    [media.belowTablet]: { right: "12px", maxWidth: "calc(100vw - 24px)" },
    // Above the tab bar.
    [media.tabBar]: { bottom: "calc(68px + env(safe-area-inset-bottom))" },
  },
});

/** Exempts an element from Fluent's dialogs, which hide everything else from screen readers. */
const neverHidden = { "data-tabster-never-hide": "" };

/** Names the tab after a timer that rings, so that it can be found among others. */
function useTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    const before = document.title;
    document.title = text;
    return () => {
      // A page that was opened meanwhile has its own title.
      if (document.title === text) document.title = before;
    };
  }, [text]);
}

/** The bell, and the timers on every page except in cook mode, which shows them itself. */
export function TimersOnScreen() {
  const styles = useStyles();
  const { t } = useTranslation("cooking");
  const timers = useTimers();
  const stored = useCooking((state) => state.timers);
  const [params] = useSearchParams();
  const ringing = timers.find(({ isOver }) => isOver);
  useEffect(
    () =>
      armBell(
        "recipes",
        "beeps",
        stored.map(({ endsAt }) => endsAt),
      ),
    [stored],
  );
  // A logout removes the timers and this at the same time.
  useEffect(() => () => armBell("recipes", "beeps", []), []);
  useTitle(ringing ? t("timer.titleOver", { number: ringing.step }) : null);
  if (timers.length === 0 || params.has("cook")) return null;
  return createPortal(
    <FluentProvider theme={notificationTheme()} className={styles.layer} {...neverHidden}>
      <section aria-label={t("timer.list")} className={styles.timers}>
        <TimerList timers={timers} />
      </section>
    </FluentProvider>,
    document.body,
  );
}
