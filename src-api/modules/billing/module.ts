import type { PortalModule } from "../../portal.ts";
import catalogueRoutes from "./catalogue/catalogue-routes.ts";
import checkoutRoutes from "./checkout/checkout-routes.ts";
import quoteRoutes from "./checkout/quote-routes.ts";
import purchaseRoutes from "./invoices/purchase-routes.ts";
import membershipRoutes from "./subscriptions/membership-routes.ts";

/** Billing: catalogue, quotes, checkout, receipts, memberships, and the pages of the payment provider. */
export const billing = {
  name: "billing",
  routes: async (app) => {
    await app.register(catalogueRoutes);
    await app.register(quoteRoutes);
    await app.register(checkoutRoutes);
    await app.register(purchaseRoutes);
    await app.register(membershipRoutes);
    const { payments } = app.portal;
    await app.register((scope) => payments.routes(scope), { prefix: `/payments/${payments.id}` });
  },
} satisfies PortalModule;
