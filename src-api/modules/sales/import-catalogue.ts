import type { Portal } from "../../portal.ts";
import { openDeliveries } from "../ledger/module.ts";
import {
  findUndelivered,
  readCatalogueFile,
  saveCodes,
  saveProducts,
  type CatalogueFile,
  type DiscountCode,
  type NewProduct,
} from "../catalogue/module.ts";

function productsOf({ currency, plans, extras }: CatalogueFile): NewProduct[] {
  const none = { en: "" };
  const taxRate = (percent: number) => Math.round(percent * 100);
  const rows: Omit<NewProduct, "position">[] = [
    ...plans.map(({ taxPercent, ...plan }) => ({
      ...plan,
      origin: "brand" as const,
      taxRate: taxRate(taxPercent),
      kind: "membership" as const,
      summary: none,
      delivery: none,
      deliveredAs: null,
      file: null,
      storedFile: null,
      motif: "rosette",
      currency,
      onSale: true,
    })),
    ...extras.map(({ taxPercent, deliveredAs, ...extra }) => ({
      ...extra,
      origin: "brand" as const,
      ...(typeof deliveredAs === "string"
        ? { deliveredAs, file: null }
        : { deliveredAs: "file" as const, file: deliveredAs.file }),
      storedFile: null,
      taxRate: taxRate(taxPercent),
      kind: "extra" as const,
      period: null,
      currency,
      onSale: true,
    })),
  ];
  return rows.map((row, position) => ({ ...row, position }));
}

const dateOf = (text: string | undefined) => (text ? new Date(text) : null);

const codesOf = ({ currency, demoDiscountCodes }: CatalogueFile): DiscountCode[] =>
  demoDiscountCodes.map((code) => ({
    ...code,
    currency: code.kind === "amount" ? currency : null,
    startsAt: dateOf(code.startsAt),
    endsAt: dateOf(code.endsAt),
    maxRedemptions: code.maxRedemptions ?? null,
    maxPerUser: code.maxPerUser ?? null,
  }));

/**
 * Brings the products up to date with the brand's catalogue file, at each start: new and changed ones
 * are written, those that left the file are taken off sale (purchases keep naming them). What was changed in the studio stays
 * as it is. Extras that were paid before their delivery was known are delivered from then on. The file's discount codes are for
 * the demo only. Returns the SKUs of the file that the studio has changed. Rejects, with nothing changed, when the file does not parse.
 */
export async function importCatalogue(
  { database, config }: Pick<Portal, "database" | "config">,
  { demo }: { demo: boolean },
): Promise<string[]> {
  const file = await readCatalogueFile(config.brandDir);
  return database.transaction(async (tx) => {
    const rows = productsOf(file);
    const skus = await findUndelivered(tx, rows);
    const changedInStudio = await saveProducts(tx, rows);
    // Looks at every paid order, so only when there is something new.
    if (skus.length > 0) await openDeliveries(tx, { skus });
    if (demo) await saveCodes(tx, codesOf(file));
    return changedInStudio;
  });
}
