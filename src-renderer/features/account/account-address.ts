import type { Location } from "react-router-dom";

const accountSections = [
  "membership",
  "name",
  "email",
  "billing",
  "password",
  "secondFactor",
  "passkeys",
  "sessions",
  "desktopApp",
  "activity",
  "feed",
  "calendar",
  "weekly",
  "news",
  "export",
  "deletion",
] as const;

export type AccountSectionId = (typeof accountSections)[number];

/** Returns whether an address of the dashboard shows the account: by its query, or by an anchor. */
export const isAccountTab = ({ search, hash }: Pick<Location, "search" | "hash">): boolean =>
  new URLSearchParams(search).get("tab") === "account" ||
  accountSections.some((id) => hash === `#${id}`);
