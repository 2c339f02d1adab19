import { useEffect, useRef, useState, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { isActiveMember, isAdmin, isReviewer } from "#shared/active-member.ts";
import { entryOfPath } from "#shared/content-kinds.ts";
import { routePath, type RouteAccess } from "#shared/routes.ts";
import { useRetainedPage } from "#renderer/session/retained-page.ts";
import { nextStep, returnAddress } from "#renderer/session/return-address.ts";
import { useSession, type SessionState } from "#renderer/session/session-store.ts";

const addressAfterSignIn = () => nextStep.read() ?? returnAddress.read() ?? routePath("dashboard");

/** Returns where a guard sends a user it stops, or null for one it lets in. */
export function redirectFor(
  access: RouteAccess,
  { token, user }: Pick<SessionState, "token" | "user">,
): { to: string; remember: boolean } | null {
  switch (access) {
    case "anyone":
      return null;
    case "guest":
      return user ? { to: addressAfterSignIn(), remember: false } : null;
    case "user":
      return user ? null : { to: routePath("login"), remember: true };
    case "member":
      if (isActiveMember(token, user)) return null;
      return { to: routePath(user ? "subMissing" : "login"), remember: true };
    case "reviewer":
    case "admin":
      if (access === "admin" ? isAdmin(user) : isReviewer(user)) return null;
      return user
        ? { to: routePath("dashboard"), remember: false }
        : { to: routePath("login"), remember: true };
  }
}

type GuardProps = { access: RouteAccess; children: ReactNode };

/** Shows the page to those who may open it. */
export function Guard({ access, children }: GuardProps) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  const stop = redirectFor(access, session);
  // A page that the user left by logging out is not remembered; one whose membership ended is.
  const wasIn = useRef(false);
  const allowed = stop === null;
  const remember = stop?.remember ?? false;
  useEffect(() => {
    if (!allowed) return;
    wasIn.current = true;
    returnAddress.forgetOnceShown(address);
    if (nextStep.read() === address) nextStep.forget();
  }, [allowed, address]);
  const loggedIn = session.user !== null;
  useEffect(() => {
    if (remember && (loggedIn || !wasIn.current)) returnAddress.remember(address);
  }, [remember, loggedIn, address]);
  const isRetained = useRetainedPage(({ path }) => path === pathname) && !loggedIn;
  // Whoever opens the address of an entry reads what is open of it, and logs in from there. Who was logged in goes on after the login.
  const [isArriving] = useState(!allowed);
  const entry = isArriving && remember && !loggedIn ? entryOfPath(pathname) : null;
  const to = entry ? routePath("preview", entry) : stop?.to;
  return to !== undefined && !isRetained ? <Navigate to={to} replace /> : children;
}
