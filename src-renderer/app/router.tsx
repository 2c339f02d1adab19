import { makeStyles, ProgressBar } from "@fluentui/react-components";
import { createElement, use, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  Route,
  Routes,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
} from "react-router-dom";
import { matchRoute, routes } from "#shared/routes.ts";
import { useIsSettled } from "#renderer/components/load-chunk.ts";
import { Arrival } from "./arrival.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Guard } from "./guards.tsx";
import { pageOf } from "./pages.ts";

const useStyles = makeStyles({
  bar: {
    position: "fixed",
    inset: "0 0 auto",
    zIndex: 1_000,
    // What loads quickly shows none.
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: "150ms",
    animationDelay: "150ms",
    animationFillMode: "both",
  },
});

function LoadingBar() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      <ProgressBar aria-label={t("loading")} />
    </div>
  );
}

/**
 * Keeps the page on screen, below a thin bar, until the code of the one that the address leads to is there or has failed:
 * all within sees the address of the page on screen (docs/decisions/0048-routes-as-components.md).
 */
export function KeepPage({ children }: { children: ReactNode }) {
  const wanted = use(LocationContext);
  const [shown, show] = useState(wanted);
  const page = pageOf(matchRoute(wanted.location.pathname) ?? "notFound");
  const isSettled = useIsSettled(page);
  if (shown !== wanted) {
    if (isSettled) show(wanted);
    else void page.load();
  }
  return (
    <>
      {shown !== wanted && <LoadingBar />}
      <LocationContext value={shown}>{children}</LocationContext>
    </>
  );
}

/**
 * Shows the page of the address behind its guard, or the not-found page. `matchRoute` decides which, as
 * it does for the status that the server sends: React Router alone would ignore letter case and double
 * slashes. Its own route only reads the parameters.
 */
export function Router() {
  const { pathname } = useLocation();
  const id = matchRoute(pathname);
  return (
    <ErrorBoundary key={pathname}>
      <Routes>
        {id !== null && (
          <Route
            path={routes[id].path}
            element={
              <Guard key={pathname} access={routes[id].access}>
                {createElement(pageOf(id))}
              </Guard>
            }
          />
        )}
        <Route path="*" element={createElement(pageOf("notFound"))} />
      </Routes>
      <Arrival />
    </ErrorBoundary>
  );
}
