import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { matchRoute, routePath, routes } from "../../src-shared/routes.ts";
import { rememberedPlace } from "../session/remembered-place.ts";
import { lastSessionEnd, onSessionEnded, type SessionEnded } from "../session/session-end.ts";
import { stopFor } from "./guards.tsx";

/** The end that was followed last: it may have come before the first render, or before a new one. */
let followed: SessionEnded | null = null;

/** Whether a visitor may stay on a route. */
const isOpen = (id: ReturnType<typeof matchRoute>) =>
  id === null || stopFor(routes[id].access, { token: null, user: null }) === null;

/**
 * Leads to /login when the session expired, and remembers the page. A window that follows another one
 * stays on a page that is open to visitors. After a logout the guards lead away from the others.
 */
export function SessionNavigation() {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(() => {
    const follow = (end: SessionEnded) => {
      followed = end;
      const { pathname, search, hash } = window.location;
      const id = matchRoute(pathname);
      if (end.reason !== "expired" || id === "login" || (!end.here && isOpen(id))) return;
      rememberedPlace.leave(pathname + search + hash);
      void latest.current(routePath("login"));
    };
    const last = lastSessionEnd();
    if (last && last !== followed) follow(last);
    return onSessionEnded(follow);
  }, []);
  return null;
}
