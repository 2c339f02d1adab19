import type { NewDiscount } from "#shared/api/discounts.ts";
import { moneyOf } from "#shared/money.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { startOf } from "#api/infra/written-time.ts";
import type { Portal } from "#api/portal.ts";
import {
  codeState,
  endCode,
  findCode,
  findCodes,
  findOnSale,
  insertCode,
  type DiscountCode,
} from "../../catalogue/module.ts";
import { countUses } from "../checkout/checkout-store.ts";

type Ground = Pick<Portal, "database" | "brand" | "now">;

/** Returns why a code cannot be added, at its field. */
const refusal = (field: "code" | "value" | "items" | "until", text: `forms:${string}`) =>
  new ApiError("validation", { fields: { [field]: text } });

/** Returns when a code begins and ends: `until` is its last day. Throws when that leaves no time. */
function timesOf({ from, until }: NewDiscount, { brand, now }: Ground) {
  const startsAt = from ? startOf(from, brand.timeZone) : null;
  const endsAt = until ? startOf(until, brand.timeZone, 1) : null;
  if (endsAt && endsAt <= now()) throw refusal("until", "forms:over");
  if (startsAt && endsAt && endsAt <= startsAt) throw refusal("until", "forms:lastBeforeFirst");
  return { startsAt, endsAt };
}

/** Returns the currency of what is on sale. Throws for items that are not. */
async function currencyFor({ database }: Ground, items: string[]): Promise<string> {
  const products = await findOnSale(database);
  const [product] = products;
  if (!product || items.some((item) => !products.some(({ sku }) => sku === item))) {
    throw refusal("items", "forms:notOnSale");
  }
  return product.currency;
}

/** Returns what a code takes off. Throws for an amount that the currency does not have, or zero. */
function reductionOf(
  off: NewDiscount["off"],
  currency: string,
): Pick<DiscountCode, "kind" | "value" | "currency"> {
  if ("percent" in off) return { kind: "percent", value: off.percent, currency: null };
  const money = moneyOf(off.amount, currency);
  if (!money || money.amount === 0) throw refusal("value", "forms:amountOff");
  return { kind: "amount", value: money.amount, currency };
}

/** Returns whether a code leaves less than a tenth of a price. Throws `validation`. */
export async function givesAway(ground: Ground, { off, items }: NewDiscount): Promise<boolean> {
  const { kind, value } = reductionOf(off, await currencyFor(ground, items));
  if (kind === "percent") return value > 90;
  const products = await findOnSale(ground.database);
  const discounted = products.filter(({ sku }) => items.length === 0 || items.includes(sku));
  return discounted.some(({ price }) => (price - value) * 10 < price);
}

/** Adds a code, and records that. Throws `validation`. */
export async function createDiscount(
  ground: Ground,
  wanted: NewDiscount,
  actor: Actor,
): Promise<DiscountCode> {
  const { code, off, description, items, periods, uses, usesPerUser } = wanted;
  const row: DiscountCode = {
    code,
    description,
    ...reductionOf(off, await currencyFor(ground, items)),
    skus: items,
    periods,
    ...timesOf(wanted, ground),
    maxRedemptions: uses,
    maxPerUser: usesPerUser,
  };
  const act = { act: "discount-created", at: ground.now(), actor, subjectId: null } as const;
  await ground.database.transaction(async (tx) => {
    if (!(await insertCode(tx, row))) throw refusal("code", "forms:codeTaken");
    await recordAct(tx, { ...act, details: { code } });
  });
  return row;
}

/** Ends a code, and records that. `unknown`: there is none; `before`: it had ended. */
export async function endDiscount(
  { database, now }: Pick<Ground, "database" | "now">,
  code: string,
  actor: Actor,
): Promise<"ended" | "before" | "unknown"> {
  return database.transaction(async (tx) => {
    if (!(await endCode(tx, code, now()))) {
      return (await findCode(tx, code)) ? "before" : "unknown";
    }
    const at = now();
    await recordAct(tx, { act: "discount-ended", at, actor, subjectId: null, details: { code } });
    return "ended";
  });
}

/** Returns all codes by their names, with the number of their uses and whether they work now. */
export async function listCodes({ database, now }: Pick<Ground, "database" | "now">) {
  const at = now();
  const codes = await findCodes(database);
  return Promise.all(
    codes.map(async (code) => {
      const uses = await countUses(database, code.code, { now: at, userId: null });
      return { code, uses: uses.total, state: codeState(code, { now: at, uses }) };
    }),
  );
}
