import type { Location } from "react-router-dom";
import { isAccountTab } from "#renderer/features/account/index.ts";

export type DashboardTab = "home" | "training" | "dogs" | "account";

export function dashboardTabOf(address: Pick<Location, "search" | "hash">): DashboardTab {
  if (isAccountTab(address)) return "account";
  const tab = new URLSearchParams(address.search).get("tab");
  return tab === "dogs" || tab === "training" ? tab : "home";
}
