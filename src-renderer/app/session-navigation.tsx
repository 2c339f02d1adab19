import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { matchRoute, routePath } from "../../src-shared/routes.ts";
import { rememberedPlace } from "../session/remembered-place.ts";
import { onExpired } from "../session/start-session.ts";

/** Leads to /login after a 401, unless one is there, and remembers the place (ruling 3). */
export function SessionNavigation() {
  const navigate = useNavigate();
  useEffect(
    () =>
      onExpired(() => {
        const { pathname, search, hash } = window.location;
        if (matchRoute(pathname) === "login") return;
        rememberedPlace.leave(pathname + search + hash);
        void navigate(routePath("login"));
      }),
    [navigate],
  );
  return null;
}
