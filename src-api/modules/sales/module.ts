import type { PortalModule } from "../../portal.ts";
import catalogueRoutes from "./catalogue-routes.ts";
import checkoutRoutes from "./checkout/checkout-routes.ts";
import { findKeysOf } from "./checkout/checkout-store.ts";
import { purgeIdempotencyKeys, purgeJob } from "./checkout/place-order.ts";
import { handleDeliveryMails } from "./deliveries/delivery-mail.ts";
import deliveryRoutes from "./deliveries/delivery-routes.ts";
import orderRoutes from "./deliveries/order-routes.ts";
import discountRoutes from "./discounts/discount-routes.ts";
import extraRoutes from "./extras/extra-routes.ts";
import purchaseRoutes from "./purchase-routes.ts";
import { idempotencyKeys } from "./schema.ts";

export { placeOrder } from "./checkout/place-order.ts";
export { importCatalogue } from "./import-catalogue.ts";

/** What is sold and how: the catalogue on screen, cart, quote and checkout, purchases, and extras with their delivery. */
export const sales = {
  name: "sales",
  ownedData: {
    columns: [{ column: idempotencyKeys.userId, onDelete: "cascade", onMerge: "delete" }],
    exportData: async (database, { id }) => ({ submits: await findKeysOf(database, id) }),
  },
  routes: async (app) => {
    await app.register(catalogueRoutes);
    await app.register(checkoutRoutes);
    await app.register(purchaseRoutes);
    await app.register(deliveryRoutes);
    await app.register(orderRoutes);
    await app.register(discountRoutes);
    await app.register(extraRoutes);
  },
  jobs: (portal) => {
    handleDeliveryMails(portal);
    portal.jobs.handle(purgeJob, () => purgeIdempotencyKeys(portal));
  },
} satisfies PortalModule;
