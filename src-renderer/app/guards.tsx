import { useEffect, useRef, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { isActiveMember } from "../../src-shared/active-member.ts";
import { routePath, type RouteAccess } from "../../src-shared/routes.ts";
import { nextStep } from "../session/next-step.ts";
import { rememberedPlace } from "../session/remembered-place.ts";
import { useSession, type SessionState } from "../session/session-store.ts";

const placeAfterSignIn = () => nextStep.read() ?? rememberedPlace.read() ?? routePath("dashboard");

/** Where a guard sends whom it stops, or null for those it lets in (rulings, "Guards"). */
export function stopFor(
  access: RouteAccess,
  { token, user }: Pick<SessionState, "token" | "user">,
): { to: string; remember: boolean } | null {
  switch (access) {
    case "anyone":
      return null;
    case "guest":
      return user ? { to: placeAfterSignIn(), remember: false } : null;
    case "user":
      return user ? null : { to: routePath("login"), remember: true };
    case "member":
      if (isActiveMember(token, user)) return null;
      return { to: routePath(user ? "subMissing" : "login"), remember: true };
  }
}

type GuardProps = { access: RouteAccess; children: ReactNode };

/** Lets in those whom the route is for. Rendered only once the session has started. */
export function Guard({ access, children }: GuardProps) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const place = pathname + search + hash;
  const stop = stopFor(access, session);
  // Whoever was in and lost the right to be has logged out: that place is not remembered.
  const wasIn = useRef(false);
  const allowed = stop === null;
  const remember = stop?.remember ?? false;
  useEffect(() => {
    if (!allowed) return;
    wasIn.current = true;
    rememberedPlace.arriveAt(place);
    if (nextStep.read() === place) nextStep.forget();
  }, [allowed, place]);
  useEffect(() => {
    if (remember && !wasIn.current) rememberedPlace.remember(place);
  }, [remember, place]);
  return stop ? <Navigate to={stop.to} replace /> : children;
}
