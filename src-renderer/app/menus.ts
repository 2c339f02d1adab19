import { isReviewer } from "#shared/active-member.ts";
import { menus, routes, type MenuId, type RouteId } from "#shared/routes.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useUser } from "#renderer/session/session-store.ts";
import type { Flags } from "#shared/flags.ts";

/** Whether a menu shows an entry; flags can hide login and registration (specification, section 2). */
export function isEntryShown(id: RouteId, loggedIn: boolean, flags: Flags): boolean {
  if (id === "logout") return loggedIn;
  if (id === "login" && flags.loginDisabled) return false;
  if (id === "register" && flags.registrationDisabled) return false;
  return routes[id].access !== "guest" || !loggedIn;
}

export type MenuEntry = { id: (typeof menus)[MenuId][number]; path: string };

/** Returns the entries of a menu for the current user, in order; `common:menu.<id>` is their text. */
export function useMenu(menu: MenuId): MenuEntry[] {
  const flags = useFlags((all) => all);
  const user = useUser();
  return menus[menu]
    .filter((id) => isEntryShown(id, user !== null, flags))
    .filter((id) => routes[id].access !== "reviewer" || isReviewer(user))
    .map((id) => ({ id, path: routes[id].path }));
}
