import type { FastifyBaseLogger } from "fastify";
import { defaultBrandDir, hasDemoSeller } from "./brand.ts";
import { invoicePaid } from "./modules/billing/invoices.ts";
import { invoices } from "./modules/billing/schema.ts";
import type { Portal } from "./portal.ts";

/** Warns where a portal outside of demo mode has sold something as the demo's seller. */
export async function warnOfDemoSeller(
  { config, brand, database }: Pick<Portal, "config" | "brand" | "database">,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<void> {
  if (config.seedDemo) return;
  const sold = await database
    .select({ id: invoices.id })
    .from(invoices)
    .where(invoicePaid)
    .limit(1);
  if (sold.length === 0) return;
  if (config.brandDir === defaultBrandDir) {
    return log.warn(
      { brandDir: defaultBrandDir },
      "this portal has sold something with the brand that comes with the code, which the next upgrade may change with its prices, texts and seller: copy this folder elsewhere, make it your own, and set BRAND_DIR to the copy (docs/owner.md)",
    );
  }
  if (!hasDemoSeller(brand)) return;
  log.warn(
    { owner: brand.owner, address: brand.address },
    "this portal has sold something, and its receipts name the seller of the demo: set owner and address in brand.json of BRAND_DIR to your own, and start again",
  );
}
