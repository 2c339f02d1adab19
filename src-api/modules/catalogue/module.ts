export { allocate } from "./allocate.ts";
export { type CatalogueFile, extrasFolder, readCatalogueFile } from "./catalogue-file.ts";
export {
  findDeliveries,
  findOnSale,
  findOnSaleBySku,
  findProduct,
  findUndelivered,
  saveCodes,
  saveProducts,
} from "./catalogue-store.ts";
export { endCode, findCode, findCodes, insertCode, lockCode } from "./discount-store.ts";
export {
  type DiscountUses,
  acceptDiscount,
  codeState,
  discountAmount,
  isLimited,
  keptDiscount,
  normaliseCode,
  presentKept,
  spent,
  withDiscount,
} from "./discount.ts";
export { chargeStep, isTooSmall } from "./least-charge.ts";
export { type Line, membershipLine } from "./lines.ts";
export { isLonger, nextPeriodEnd, periodEnd } from "./period.ts";
export { presentExtras, presentPlans, yearlySaving } from "./present-catalogue.ts";
export { type PeriodCharge, type Plan, chargeOf, nextPlan } from "./renewal-charge.ts";
export { type DiscountCode, type Product, products } from "./schema.ts";
