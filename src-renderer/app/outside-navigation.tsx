import { useEffect, useRef } from "react";
import { useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { matchRoute, routePath, routes } from "#shared/routes.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useRetainedPage } from "#renderer/session/retained-page.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import {
  lastSessionEnd,
  onSessionEnded,
  type SessionEndEvent,
} from "#renderer/session/session-end.ts";
import { redirectFor } from "./guards.tsx";

/** The end of a session that was followed last; one may have come before the first render. */
let followed: SessionEndEvent | null = null;

type Address = Pick<Location, "pathname" | "search" | "hash">;
const addressOf = ({ pathname, search, hash }: Address) => pathname + search + hash;
const currentAddress = () => addressOf(window.location);

/** Whether visitors may stay where the window is. */
const isOpenToVisitors = () => {
  const id = matchRoute(window.location.pathname);
  return id === null || redirectFor(routes[id].access, { token: null, user: null }) === null;
};

/**
 * Leads to /login when the session expired, and remembers the page, unless that asks for the login itself. After a logout the
 * guards lead away.
 */
function followEnd(end: SessionEndEvent, navigate: NavigateFunction): void {
  followed = end;
  if (end.reason !== "expired" || matchRoute(window.location.pathname) === "login") return;
  if (!end.here && isOpenToVisitors()) return;
  if (useRetainedPage.getState().path === window.location.pathname) return;
  returnAddress.rememberWhileLeaving(currentAddress());
  void navigate(routePath("login"));
}

/** Follows a step in the history that was made before the router listened. */
function useMissedStep(): void {
  const rendered = useRef(addressOf(useLocation()));
  useEffect(() => {
    if (rendered.current === currentAddress()) return;
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
    const follow = (end: SessionEndEvent) => followEnd(end, latest.current);
    const last = lastSessionEnd();
    if (last && last !== followed) follow(last);
    return onSessionEnded(follow);
  }, []);
  useEffect(
    () =>
      platform.onOpenRequest?.(
        // Like a link in the page: the current address is not added to the history again.
        (path) => void latest.current(path, { replace: path === currentAddress() }),
      ),
    [],
  );
  return null;
}
