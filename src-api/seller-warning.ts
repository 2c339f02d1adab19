import type { FastifyBaseLogger } from "fastify";
import { hasDemoSeller, isInFolder } from "./brand.ts";
import { invoicePaid } from "./modules/billing/invoices.ts";
import { invoices } from "./modules/billing/schema.ts";
import type { Portal } from "./portal.ts";

/** Warns where a portal outside of demo mode has sold something as the demo's seller. */
export async function warnOfDemoSeller(
  { config, brand, database }: Pick<Portal, "config" | "brand" | "database">,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<void> {
  if (config.seedDemo || !hasDemoSeller(brand)) return;
  const sold = await database
    .select({ id: invoices.id })
    .from(invoices)
    .where(invoicePaid)
    .limit(1);
  if (sold.length === 0) return;
  const way = isInFolder(config)
    ? "set owner and address in brand.json of BRAND_DIR to your own, and start again"
    : "enter your own on the dashboard, under Settings, Name and seller";
  log.warn(
    { owner: brand.owner, address: brand.address },
    `this portal has sold something, and its receipts name the seller of the demo: ${way}`,
  );
}
