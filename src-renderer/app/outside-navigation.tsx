import { useEffect, useRef } from "react";
import { useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { matchRoute, routePath, routes } from "#shared/routes.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useHeldPage } from "#renderer/session/held-page.ts";
import { rememberedPlace } from "#renderer/session/remembered-place.ts";
import {
  lastSessionEnd,
  onSessionEnded,
  type SessionEnded,
} from "#renderer/session/session-end.ts";
import { stopFor } from "./guards.tsx";

/** The end of a session that was followed last; one may have come before the first render. */
let followed: SessionEnded | null = null;

type Address = Pick<Location, "pathname" | "search" | "hash">;
const placeOf = ({ pathname, search, hash }: Address) => pathname + search + hash;
const currentPlace = () => placeOf(window.location);

/** Whether visitors may stay where the window is. */
const isOpenToVisitors = () => {
  const id = matchRoute(window.location.pathname);
  return id === null || stopFor(routes[id].access, { token: null, user: null }) === null;
};

/**
 * Leads to /login when the session expired, and remembers the page, unless that asks for the login itself. After a logout the
 * guards lead away.
 */
function followEnd(end: SessionEnded, navigate: NavigateFunction): void {
  followed = end;
  if (end.reason !== "expired" || matchRoute(window.location.pathname) === "login") return;
  if (!end.here && isOpenToVisitors()) return;
  if (useHeldPage.getState().path === window.location.pathname) return;
  rememberedPlace.leave(currentPlace());
  void navigate(routePath("login"));
}

/** Follows a step in the history that was made before the router listened. */
function useMissedStep(): void {
  const rendered = useRef(placeOf(useLocation()));
  useEffect(() => {
    if (rendered.current === currentPlace()) return;
    window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  }, []);
}

/** Navigates where something outside the page leads. */
export function OutsideNavigation() {
  useMissedStep();
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(() => {
    const follow = (end: SessionEnded) => followEnd(end, latest.current);
    const last = lastSessionEnd();
    if (last && last !== followed) follow(last);
    return onSessionEnded(follow);
  }, []);
  useEffect(
    () =>
      platform.onOpenRequest?.(
        // Like a link in the page: the current address is not added to the history again.
        (path) => void latest.current(path, { replace: path === currentPlace() }),
      ),
    [],
  );
  return null;
}
