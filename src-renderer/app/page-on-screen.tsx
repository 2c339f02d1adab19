import { makeStyles, ProgressBar } from "@fluentui/react-components";
import { useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavigationType, Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Arrival } from "./arrival.ts";
import { preparePage } from "./pages.ts";

const useStyles = makeStyles({
  bar: {
    position: "fixed",
    top: 0,
    left: 0,
    right: 0,
    zIndex: 1_000_001,
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: "1ms",
    // Most pages are there sooner.
    animationDelay: "150ms",
    animationFillMode: "both",
    [media.print]: { display: "none" },
  },
  colour: { backgroundColor: tokens.colorAccent, backgroundImage: "none" },
});

/** Stops another press of the link that is being followed: it would stand twice in the history. */
function stopSecondPress(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link?.href !== window.location.href || link.target === "_blank") return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
}

function LoadingBar() {
  const { t } = useTranslation();
  const styles = useStyles();
  useEffect(() => {
    document.addEventListener("click", stopSecondPress, { capture: true });
    return () => document.removeEventListener("click", stopSecondPress, { capture: true });
  }, []);
  return (
    <ProgressBar
      aria-label={t("loading")}
      className={styles.bar}
      bar={{ className: styles.colour }}
    />
  );
}

/**
 * Gives what it surrounds the address whose page can be shown: after a link the page before stays, below a thin bar,
 * until the code of the next one has loaded, and what it begins with, if that comes soon. Then nothing flashes. A step in the
 * history is followed at once: its page was there before, and the browser scrolls already. So is a step that leads away from a
 * page that the user may not see.
 */
export function PageOnScreen({ children }: { children: ReactNode }) {
  const location = useLocation();
  const type = useNavigationType();
  const [shown, setShown] = useState({ location, type });
  const isWaiting = location.pathname !== shown.location.pathname;
  useLayoutEffect(() => {
    if (shown.location === location) return undefined;
    const show = () => setShown({ location, type });
    const waiting =
      isWaiting && type !== NavigationType.Pop ? preparePage(location, shown.location) : null;
    if (waiting === null) return show();
    let isLeft = false;
    void waiting.then(() => isLeft || show());
    return () => {
      isLeft = true;
    };
  }, [location, type, isWaiting, shown.location]);
  return (
    <>
      {isWaiting && <LoadingBar />}
      <Arrival value={isWaiting ? shown.type : type}>
        <Routes location={isWaiting ? shown.location : location}>
          <Route path="*" element={children} />
        </Routes>
      </Arrival>
    </>
  );
}
