import { useTranslation } from "react-i18next";
import type { Location } from "react-router-dom";
import { isAdmin, isReviewer } from "#shared/active-member.ts";
import type { Flags } from "#shared/flags.ts";
import {
  dashboardTabs,
  matchRoute,
  menus,
  routes,
  type DashboardTabId,
  type MenuId,
  type MenuTarget,
} from "#shared/routes.ts";
import { isTargetOn } from "#shared/parts.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { usePageTitles } from "#renderer/i18n/page-titles.ts";
import { brand } from "#renderer/platform/brand.ts";
import { useUser } from "#renderer/session/session-store.ts";

const isTab = (id: MenuTarget): id is DashboardTabId => id in dashboardTabs;

const accessTo = (id: MenuTarget) => routes[isTab(id) ? "dashboard" : id].access;

/** Whether a menu shows an entry; flags can hide login and registration (specification, section 2). */
export function isEntryShown(id: MenuTarget, loggedIn: boolean, flags: Flags): boolean {
  if (id === "logout") return loggedIn;
  if (id === "login" && flags.loginDisabled) return false;
  if (id === "register" && flags.registrationDisabled) return false;
  return accessTo(id) !== "guest" || !loggedIn;
}

export type MenuEntry = { id: (typeof menus)[MenuId][number]; path: string };

/** A menu with its name for screen readers. */
export type MenuGroup = { label: string; entries: MenuEntry[] };

export const pathOfTarget = (id: MenuTarget): string =>
  isTab(id) ? dashboardTabs[id] : routes[id].path;

export const menuEntry = (id: MenuEntry["id"]): MenuEntry => ({ id, path: pathOfTarget(id) });

/** Hook: returns the function that gives the text of an entry: the title of what it leads to. */
export function useMenuTexts(): (id: MenuTarget) => string {
  const { t } = useTranslation();
  const titleOf = usePageTitles();
  return (id) => (id === "dashboard" || isTab(id) ? t(`menu.${id}`) : titleOf(id));
}

/** Returns the entries of a menu for the current user, in order, without those of what is off. */
export function useMenu(menu: MenuId): MenuEntry[] {
  const flags = useFlags((all) => all);
  const user = useUser();
  return menus[menu]
    .filter((id) => isTargetOn(brand, id))
    .filter((id) => isEntryShown(id, user !== null, flags))
    .filter((id) => accessTo(id) !== "reviewer" || isReviewer(user))
    .filter((id) => accessTo(id) !== "admin" || isAdmin(user))
    .map(menuEntry);
}

type Address = Pick<Location, "pathname" | "search" | "hash">;

/** Returns the page or the tab of the dashboard that an address shows; null for its sections for admins. */
export function menuTargetOf({ pathname, search, hash }: Address): MenuTarget | null {
  const route = matchRoute(pathname);
  if (route !== "dashboard") return route;
  const query = new URLSearchParams(search);
  if (query.has("section")) return null;
  // Without a tab, an anchor names a section of the account.
  const tab = query.get("tab") ?? (hash && "account");
  return tab in dashboardTabs ? (tab as DashboardTabId) : "dashboard"; // `in` does not narrow texts
}

/** Returns whether an entry is marked at an address: on its page and those that it leads to. */
export function isCurrentEntry({ id, path }: MenuEntry, address: Address): boolean {
  const target = menuTargetOf(address);
  if (target === "subscription") return id === "membership";
  if (target === "showDay") return id === "dogs";
  return target === id || address.pathname.startsWith(`${path}/`);
}
