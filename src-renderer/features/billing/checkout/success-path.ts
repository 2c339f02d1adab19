import { routePath } from "../../../../src-shared/routes.ts";

/** The page that follows a purchase until it is settled. */
export const successPath = (purchaseId: string): string =>
  `${routePath("subscriptionSuccess")}?purchase=${encodeURIComponent(purchaseId)}`;
