import type { Location } from "react-router-dom";
import { isAccountTab } from "#renderer/features/account/index.ts";

export type DashboardTab = "home" | "dogs" | "account";

/** Returns the tab of the dashboard that an address names. */
export function dashboardTabOf(address: Pick<Location, "search" | "hash">): DashboardTab {
  if (isAccountTab(address)) return "account";
  return new URLSearchParams(address.search).get("tab") === "dogs" ? "dogs" : "home";
}
