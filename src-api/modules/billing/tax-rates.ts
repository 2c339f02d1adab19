import type { BuyerDetails } from "#shared/api/buyer-details.ts";
import type { Product } from "./schema.ts";

type TaxRates = Pick<Product, "taxRate" | "taxRates">;

/** Returns the tax that the price of a product contains for a buyer, in hundredths of a per cent. */
export const taxRateFor = (
  { taxRate, taxRates }: TaxRates,
  buyer: Pick<BuyerDetails, "country"> | null,
): number => (buyer && taxRates[buyer.country]) ?? taxRate;

const storedRate = (percent: number | string): number => Math.round(Number(percent) * 100);

/** What a form or a file says about taxes, in per cent. */
type WrittenRates = {
  taxPercent: number | string;
  taxPercents: readonly { country: string; taxPercent: number | string }[];
};

/** Returns tax rates as products have them. Their countries are in the order of the alphabet, so that the same rates are equal. */
export const taxRatesOf = ({ taxPercent, taxPercents }: WrittenRates): TaxRates => ({
  taxRate: storedRate(taxPercent),
  taxRates: Object.fromEntries(
    taxPercents
      .map(({ country, taxPercent: percent }) => [country, storedRate(percent)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
});

/** Returns the tax rates of a product in per cent. */
export const presentTaxRates = ({ taxRate, taxRates }: TaxRates) => ({
  taxPercent: taxRate / 100,
  taxPercents: Object.entries(taxRates)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, rate]) => ({ country, taxPercent: rate / 100 })),
});
