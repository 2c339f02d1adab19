import { and, asc, eq, gt, isNull, or, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { type DiscountCode, discountCodes, invoices } from "./schema.ts";
import { codeState, type DiscountUses } from "./prices.ts";
import { findCode, invoicePaid, invoicePayable } from "./invoices.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Portal } from "#api/portal.ts";
import {
  createDiscount,
  endDiscount,
  listDiscounts,
  type NewDiscount,
} from "#shared/api/discounts.ts";
import { maxAmount, moneyOf } from "#shared/money.ts";
import { type Actor, commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import { startOf } from "#api/infra/written-time.ts";
import { findOnSale, readCatalogueFile } from "./catalogue.ts";
import type { FastifyInstance } from "fastify";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { mailAdmins, requirePassword } from "#api/modules/accounts/module.ts";

const findCodes = (database: Database): Promise<DiscountCode[]> =>
  database.select().from(discountCodes).orderBy(asc(discountCodes.code));

/** Inserts a code. False when there is one of this name. */
async function insertCode(database: Database, row: DiscountCode): Promise<boolean> {
  const inserted = await database
    .insert(discountCodes)
    .values(row)
    .onConflictDoNothing()
    .returning({ code: discountCodes.code });
  return inserted.length > 0;
}

/** SQL condition: an order with the code. Renewals with what is left of it are not further uses. */
export const withCode = (code: string) =>
  and(sql`${invoices.discount} ->> 'code' = ${code}`, eq(invoices.reason, "checkout"));

/** Counts the uses of a code from the point of view of a user, or of a visitor (null). */
export async function countUses(
  database: Database,
  code: string,
  { now, userId }: { now: Date; userId: string | null },
): Promise<DiscountUses> {
  const isOwn = sql`${invoices.userId} is not distinct from ${userId}::uuid`;
  const [uses] = await database
    .select({
      total: sql<number>`count(*) filter (where ${invoicePaid} or not (${isOwn}))::int`,
      own: sql<number>`count(*) filter (where ${invoicePaid} and ${userId}::uuid is not null and ${isOwn})::int`,
    })
    .from(invoices)
    .where(and(withCode(code), or(invoicePaid, invoicePayable(now))));
  return uses ?? { total: 0, own: 0 };
}

/** Returns why a code cannot be added, at its field. */
const refusal = (field: "code" | "value" | "items" | "until", text: `forms:${string}`) =>
  new ApiError("validation", { fields: { [field]: text } });

/** Returns when a code begins and ends: `until` is its last day. Throws when that leaves no time. */
function timesOf({ from, until }: NewDiscount, { brand, now }: Pick<Portal, "brand" | "now">) {
  const startsAt = from ? startOf(from, brand.timeZone) : null;
  const endsAt = until ? startOf(until, brand.timeZone, 1) : null;
  if (endsAt && endsAt <= now()) throw refusal("until", "forms:over");
  if (startsAt && endsAt && endsAt <= startsAt) throw refusal("until", "forms:lastBeforeFirst");
  return { startsAt, endsAt };
}

/** Returns the currency of what is on sale. Throws for items that are not. */
async function currencyFor(database: Database, items: string[]): Promise<string> {
  const products = await findOnSale(database);
  const [product] = products;
  if (!product || items.some((item) => !products.some(({ sku }) => sku === item))) {
    throw refusal("items", "forms:notOnSale");
  }
  return product.currency;
}

/** Returns the amount or percentage of a code. Throws for an amount of zero, that the currency does not have, or that is too large to be stored. */
function reductionOf(
  off: NewDiscount["off"],
  currency: string,
): Pick<DiscountCode, "kind" | "value" | "currency"> {
  if ("percent" in off) return { kind: "percent", value: off.percent, currency: null };
  const money = moneyOf(off.amount, currency);
  if (!money || money.amount === 0) throw refusal("value", "forms:amountOff");
  if (money.amount > maxAmount) throw refusal("value", "forms:amountLarge");
  return { kind: "amount", value: money.amount, currency };
}

/** Returns whether a code leaves less than a tenth of a price. Throws `validation`. */
async function givesAway(database: Database, { off, items }: NewDiscount): Promise<boolean> {
  const { kind, value } = reductionOf(off, await currencyFor(database, items));
  if (kind === "percent") return value > 90;
  const products = await findOnSale(database);
  const discounted = products.filter(({ sku }) => items.length === 0 || items.includes(sku));
  return discounted.some(({ price }) => (price - value) * 10 < price);
}

/** Adds a code, and records that. Throws `validation`. */
async function createCode(
  { brand, now }: Pick<Portal, "brand" | "now">,
  tx: Database,
  wanted: NewDiscount,
  actor: Actor,
): Promise<void> {
  const { code, off, description, items, periods, uses, usesPerUser } = wanted;
  const isNew = await insertCode(tx, {
    code,
    description,
    ...reductionOf(off, await currencyFor(tx, items)),
    skus: items,
    periods,
    ...timesOf(wanted, { brand, now }),
    maxRedemptions: uses,
    maxPerUser: usesPerUser,
  });
  if (!isNew) throw refusal("code", "forms:codeTaken");
  const act = "discount-created";
  await recordAct(tx, { act, at: now(), actor, subjectId: null, details: { code } });
}

/** Ends a code, and records that. False when there is none, or when it had ended. */
async function endCode(
  tx: Database,
  code: string,
  { at, actor }: { at: Date; actor: Actor },
): Promise<boolean> {
  const { endsAt } = discountCodes;
  const ended = await tx
    .update(discountCodes)
    .set({ endsAt: at })
    .where(and(eq(discountCodes.code, code), or(isNull(endsAt), gt(endsAt, at))))
    .returning({ code: discountCodes.code });
  if (ended.length === 0) return false;
  const act = "discount-ended";
  await recordAct(tx, { act, at, actor, subjectId: null, details: { code } });
  return true;
}

/** Ends the discount codes of the demo, which everybody can read in its catalogue. Returns those that had not ended. */
export async function endDemoCodes(
  { config, now }: Pick<Portal, "config" | "now">,
  tx: Database,
): Promise<string[]> {
  const ended: string[] = [];
  const by = { at: now(), actor: commandActor };
  for (const { code } of (await readCatalogueFile(config.brandDir)).demoDiscountCodes) {
    if (await endCode(tx, code, by)) ended.push(code);
  }
  return ended;
}

/** Returns all codes by their names, with the number of their uses and whether they work now. */
async function listCodes({ database, now }: Pick<Portal, "database" | "now">) {
  const at = now();
  const codes = await findCodes(database);
  return Promise.all(
    codes.map(async (code) => {
      const uses = await countUses(database, code.code, { now: at, userId: null });
      return { code, uses: uses.total, state: codeState(code, { now: at, uses }) };
    }),
  );
}

/** Serves the discount codes to admins. */
export async function discountRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, listDiscounts, async (_, { language }) => {
    const found = await listCodes(portal);
    return {
      items: found.map(({ code, uses, state }) => ({
        code: code.code,
        kind: code.kind,
        value: code.value,
        currency: code.currency,
        description: localised(code.description, language),
        skus: code.skus,
        periods: code.periods,
        startsAt: code.startsAt?.toISOString() ?? null,
        endsAt: code.endsAt?.toISOString() ?? null,
        uses,
        maxUses: code.maxRedemptions,
        maxUsesPerUser: code.maxPerUser,
        state,
      })),
    };
  });

  serve(app, createDiscount, async ({ body: { password, ...wanted } }, request) => {
    for (const language of portal.brand.languages) {
      if (wanted.description[language] !== undefined) continue;
      throw new ApiError("validation", {
        fields: { [`description.${language}`]: "forms:required" },
      });
    }
    const session = requireAdmin(request);
    const actor = actorOf(request);
    if (!(await givesAway(database, wanted))) {
      await database.transaction((tx) => createCode(portal, tx, wanted, actor));
      return;
    }
    if (password === undefined) {
      throw new ApiError("validation", { fields: { password: "forms:required" } });
    }
    const confirmed = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, confirmed);
    await act(async (tx) => {
      await createCode(portal, tx, wanted, actor);
      await mailAdmins(portal, tx, { act: "free-code-made", what: wanted.code, session, actor });
    });
  });

  serve(app, endDiscount, async ({ params: { code } }, request) => {
    const by = { at: portal.now(), actor: actorOf(request) };
    const isEnded = await database.transaction((tx) => endCode(tx, code, by));
    if (!isEnded && !(await findCode(database, code))) throw new ApiError("not-found");
  });
}
