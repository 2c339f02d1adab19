import type { Period } from "../../../../src-shared/api/cart.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { useUser } from "../../../session/session-store.ts";

/** Where choosing a plan leads: a visitor registers first, a user goes to the payment. */
export function usePlanWay(): (period: Period) => string {
  const user = useUser();
  return (period) =>
    user
      ? routePath("subscribe", { subType: period })
      : `${routePath("register")}?plan=${encodeURIComponent(period)}`;
}
