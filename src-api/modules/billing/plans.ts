import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import {
  changePlans,
  getSettablePlans,
  type SettablePlans,
  type WrittenPlans,
} from "#shared/api/plans.ts";
import { missingTexts } from "#shared/api/fields.ts";
import { leadLanguage } from "#shared/languages.ts";
import { maxAmount, moneyOf } from "#shared/money.ts";
import { isInFolder } from "#api/brand.ts";
import { actorOf } from "#api/http/actor.ts";
import { requireAdmin } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, ne } from "#api/infra/database/drizzle.ts";
import { localisedOf, refuseMissing, writtenFields } from "#api/infra/i18n/localised.ts";
import { requirePassword } from "#api/modules/accounts/module.ts";
import { invoicePaid } from "./invoices.ts";
import { chargeStep, isTooSmall } from "./prices.ts";
import { invoices, type Product, products } from "./schema.ts";
import { presentTaxRates, taxRatesOf } from "./tax-rates.ts";

const hasSold = async (database: Database): Promise<boolean> =>
  (await database.$count(invoices, invoicePaid)) > 0;

const selectPlans = (database: Database) =>
  database
    .select()
    .from(products)
    .where(eq(products.kind, "membership"))
    .orderBy(asc(products.position), asc(products.sku));

/** Returns the plans that can be changed: not those of a former brand in another currency. */
function settable(plans: readonly Product[]): Product[] {
  const { currency } = plans.find(({ onSale }) => onSale) ?? plans[0] ?? {};
  return plans.filter((plan) => plan.currency === currency);
}

const revisionOf = (plans: readonly Product[]): number =>
  plans.reduce((sum, { revision }) => sum + revision, 0);

const refuse = (field: string, text: `forms:${string}`) =>
  new ApiError("validation", { fields: { [field]: text } });

/** Returns the row of what was written. Throws 400 for a price that the currency does not have, or that is too small to be charged or too large to be stored. */
function rowOf(written: WrittenPlans["items"][number], at: number, currency: string) {
  const price = moneyOf(written.price, currency);
  if (!price || isTooSmall(price) || price.amount % chargeStep(currency) !== 0)
    throw refuse(`items.${at}.price`, "forms:amountOff");
  if (price.amount > maxAmount) throw refuse(`items.${at}.price`, "forms:amountLarge");
  return {
    name: localisedOf(written, "name"),
    price: price.amount,
    currency,
    ...taxRatesOf(written),
    trialDays: Number(written.trialDays) || null,
    onSale: written.onSale,
  };
}

/** Writes the plans; a new currency takes everything else off sale. Throws `conflict` if somebody else changed one, and 400 that names the field. */
async function writePlans(
  tx: Database,
  { currency, items, revision }: WrittenPlans & { revision: number },
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const stored = settable(await selectPlans(tx).for("update"));
  if (revisionOf(stored) !== revision) throw new ApiError("conflict");
  const plans = items.map((written) => ({
    written,
    plan: stored.find(({ sku }) => sku === written.sku),
  }));
  if (new Set(items.map(({ sku }) => sku)).size !== stored.length) throw new ApiError("conflict");
  if (!items.some(({ onSale }) => onSale)) throw refuse("items.0.onSale", "forms:required");
  const isOther = stored.some((plan) => plan.currency !== currency);
  if (isOther && (await hasSold(tx))) throw refuse("currency", "forms:invalid");
  // Of two plans of one period, only one is shown.
  const periods = plans.filter(({ written }) => written.onSale).map(({ plan }) => plan?.period);
  if (new Set(periods).size < periods.length) throw refuse("items.0.onSale", "forms:invalid");
  for (const [index, { written, plan }] of plans.entries()) {
    if (!plan) throw new ApiError("conflict");
    const row = rowOf(written, index, currency);
    const isSame = Object.entries(row).every(([name, value]) =>
      isDeepStrictEqual(plan[name as keyof typeof row], value),
    );
    if (isSame) continue;
    await tx
      .update(products)
      .set({ ...row, origin: "portal", revision: plan.revision + 1 })
      .where(eq(products.sku, plan.sku));
    await recordAct(tx, {
      act: "setting-changed",
      at,
      actor,
      subjectId: null,
      details: {
        setting: `plans/${plan.sku}`,
        ...(plan.price !== row.price && { formerPrice: plan.price }),
        amount: row.price,
        currency,
      },
    });
  }
  if (isOther)
    await tx
      .update(products)
      .set({ onSale: false })
      .where(and(ne(products.currency, currency), eq(products.onSale, true)));
}

async function presentPlans(database: Database, folder: string | null): Promise<SettablePlans> {
  const stored = settable(await selectPlans(database));
  const currency = stored[0]?.currency ?? "EUR";
  return {
    currency,
    isCurrencyFixed: await hasSold(database),
    folder,
    revision: revisionOf(stored),
    items: stored.flatMap(({ sku, period, name, price, trialDays, onSale, ...plan }) =>
      period === null
        ? []
        : {
            sku,
            period,
            ...writtenFields("name", name),
            price: { amount: price, currency: plan.currency },
            ...presentTaxRates(plan),
            trialDays: trialDays ?? 0,
            onSale,
          },
    ),
  };
}

/** The plans, for admins who change what new members pay. */
export async function planRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, config, now } = portal;
  const folder = isInFolder(config) ? config.brandDir : null;

  serve(app, getSettablePlans, () => presentPlans(database, folder));

  serve(app, changePlans, async ({ body: { password, ...written } }, request) => {
    if (folder !== null) throw new ApiError("read-only");
    const lead = leadLanguage(portal.brand.languages);
    refuseMissing(
      written.items.flatMap((item, at) =>
        missingTexts(item, ["name"], lead).map((field) => `items.${at}.${field}`),
      ),
    );
    const session = requireAdmin(request);
    const entered = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, entered);
    await act((tx) => writePlans(tx, written, { actor: actorOf(request), at: now() }));
    return presentPlans(database, folder);
  });
}
