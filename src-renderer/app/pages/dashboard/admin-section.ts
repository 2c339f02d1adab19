import type { Location } from "react-router-dom";
import { routePath } from "#shared/routes.ts";

/** Sections of the dashboard that only admins have, in the order of their links. */
export const adminSections = [
  "members",
  "readers",
  "messages",
  "orders",
  "discounts",
  "trends",
  "audit",
  "settings",
  "services",
] as const;

export type AdminSection = (typeof adminSections)[number];

/** Returns the address of a section of the dashboard that only admins have. */
export const adminPath = (section: AdminSection): string =>
  `${routePath("dashboard")}?section=${section}`;

/** Returns the section for admins that an address of the dashboard names, or null: the dashboard that all users have. */
export function adminSectionOf({ search }: Pick<Location, "search">): AdminSection | null {
  const named = new URLSearchParams(search).get("section");
  return adminSections.find((section) => section === named) ?? null;
}
