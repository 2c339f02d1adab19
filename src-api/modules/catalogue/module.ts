export { allocate } from "./allocate.ts";
export { extrasFolder, readCatalogueFile, type CatalogueFile } from "./catalogue-file.ts";
export {
  findCurrency,
  findDeliveries,
  findExtras,
  findOnSale,
  findOnSaleBySku,
  findProduct,
  findSoldFiles,
  findUndelivered,
  insertExtra,
  lockExtra,
  saveCodes,
  saveProducts,
  updateExtra,
} from "./catalogue-store.ts";
export { endCode, findCode, findCodes, insertCode, lockCode } from "./discount-store.ts";
export {
  acceptDiscount,
  codeState,
  discountAmount,
  isLimited,
  recurringDiscountOf,
  presentRecurringDiscount,
  spent,
  withDiscount,
  type DiscountUses,
} from "./discount.ts";
export { chargeStep, isTooSmall } from "./min-charge.ts";
export { membershipLine, type Line } from "./lines.ts";
export { isLonger, monthsOf, nextPeriodEnd, periodEnd } from "./period.ts";
export { presentExtras, presentPlans, yearlySaving } from "./present-catalogue.ts";
export { chargeOf, nextPlan, type PeriodCharge, type Plan } from "./renewal-charge.ts";
export { products, type DiscountCode, type NewProduct, type Product } from "./schema.ts";
