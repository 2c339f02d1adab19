import type { NewDiscount } from "#shared/api/discounts.ts";
import { moneyOf } from "#shared/money.ts";
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

/** Why a code cannot be added: the message for the command line, and for forms the field and its text. */
export class DiscountRefusal extends Error {
  override name = "DiscountRefusal";
  readonly field: "code" | "value" | "items" | "until";
  readonly text: `forms:${string}`;

  constructor(field: DiscountRefusal["field"], text: DiscountRefusal["text"], message: string) {
    super(message);
    this.field = field;
    this.text = text;
  }
}

/** Returns when a code begins and ends: `until` is its last day. Throws when that leaves no time. */
function timesOf({ from, until }: NewDiscount, { brand, now }: Ground) {
  const startsAt = from ? startOf(from, brand.timeZone) : null;
  const endsAt = until ? startOf(until, brand.timeZone, 1) : null;
  if (endsAt && endsAt <= now()) {
    throw new DiscountRefusal("until", "forms:over", `${until} is in the past.`);
  }
  if (startsAt && endsAt && endsAt <= startsAt) {
    const message = `The last day, ${until}, is before the first.`;
    throw new DiscountRefusal("until", "forms:lastBeforeFirst", message);
  }
  return { startsAt, endsAt };
}

/** Returns the currency of what is on sale. Throws for items that are not. */
async function currencyFor({ database }: Ground, items: string[]): Promise<string> {
  const products = await findOnSale(database);
  const skus = products.map(({ sku }) => sku);
  const unknown = items.filter((sku) => !skus.includes(sku));
  if (unknown.length > 0) {
    const message = `Not on sale: ${unknown.join(", ")}. On sale: ${skus.join(", ")}.`;
    throw new DiscountRefusal("items", "forms:notOnSale", message);
  }
  const [product] = products;
  if (!product) {
    const message = "Nothing is on sale yet: start the portal first.";
    throw new DiscountRefusal("items", "forms:notOnSale", message);
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
  if (!money || money.amount === 0) {
    const message = `${off.amount} is not an amount of ${currency} that can be taken off.`;
    throw new DiscountRefusal("value", "forms:amountOff", message);
  }
  return { kind: "amount", value: money.amount, currency };
}

/** Returns whether a code leaves less than a tenth of a price. Throws a DiscountRefusal. */
export async function givesAway(ground: Ground, { off, items }: NewDiscount): Promise<boolean> {
  const { kind, value } = reductionOf(off, await currencyFor(ground, items));
  if (kind === "percent") return value > 90;
  const products = await findOnSale(ground.database);
  const discounted = products.filter(({ sku }) => items.length === 0 || items.includes(sku));
  return discounted.some(({ price }) => (price - value) * 10 < price);
}

/** Adds a code, and records that. Throws a DiscountRefusal. */
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
    if (!(await insertCode(tx, row))) {
      throw new DiscountRefusal("code", "forms:codeTaken", `There is already a code ${code}.`);
    }
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
