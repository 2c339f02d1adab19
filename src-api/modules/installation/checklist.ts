import type { FastifyInstance } from "fastify";
import demoCatalogue from "#resources/brand/catalogue.json" with { type: "json" };
import demoBrand from "#resources/brand/brand.json" with { type: "json" };
import {
  type Checklist,
  getChecklist,
  type SetUpStep,
  setUpSteps,
  skipSetUpStep,
} from "#shared/api/checklist.ts";
import { legalDocuments, usualLanguages } from "#shared/brand.ts";
import { defaultLanguage } from "#shared/languages.ts";
import { defaultBrandDir, hasDemoSeller, readBrand } from "#api/brand.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { and, eq, lte, ne } from "#api/infra/database/drizzle.ts";
import { hasFactor } from "#api/modules/accounts/module.ts";
import { findPlans } from "#api/modules/billing/module.ts";
import { contentEntries } from "#api/modules/library/module.ts";
import type { Portal } from "#api/portal.ts";
import { setUpStepStates, skippedFactors } from "./schema.ts";

/** Returns whether an admin did what a step asks for. */
type Check = (portal: Portal, admin: string, stored: ReadonlySet<SetUpStep>) => unknown;

const isDone: Record<SetUpStep, Check> = {
  factor: ({ database }, admin) => hasFactor(database, admin),
  seller: ({ brand }) => brand.name !== demoBrand.name && !hasDemoSeller(brand),
  offer: ({ brand: { languages, partsOff = [], kinds = {} } }) =>
    languages.join() !== usualLanguages().join() ||
    partsOff.length > 0 ||
    Object.keys(kinds).length > 0,
  // Each text in each language: one that was forgotten is a text of the demo's seller.
  legal: async ({ brand }) => {
    const demo = (await readBrand(defaultBrandDir)).legal;
    return legalDocuments.every((document) =>
      brand.languages.every(
        (language) => brand.legal[document][language] !== demo[document][language],
      ),
    );
  },
  // A server that is set later than the test was never tried, which nobody can know; one that was removed is.
  mail: ({ config }, _admin, stored) => config.smtpUrl !== null && stored.has("mail"),
  payments: ({ payments: { current } }) => current.id !== "none" && !current.testMode,
  prices: async ({ database }) => {
    const plans = await findPlans(database, defaultLanguage);
    const ofDemo = new Map(demoCatalogue.plans.map(({ sku, price }) => [sku, price]));
    return plans.some(
      ({ sku, price }) =>
        price.currency !== demoCatalogue.currency || price.amount !== ofDemo.get(sku),
    );
  },
  entry: async ({ database, now }) =>
    (await database.$count(contentEntries, lte(contentEntries.publishedAt, now()))) > 0,
};

/** Returns the steps as an admin sees them: a second factor is that admin's own, whether it is there or skipped. */
async function readChecklist(portal: Portal, admin: string): Promise<Checklist> {
  if (portal.config.seedDemo) return [];
  const { database } = portal;
  const ofPortal = await database
    .select()
    .from(setUpStepStates)
    .where(ne(setUpStepStates.step, "factor"));
  const isFactorSkipped =
    (await database.$count(skippedFactors, eq(skippedFactors.userId, admin))) > 0;
  const rows = [
    ...ofPortal,
    ...(isFactorSkipped ? [{ step: "factor" as const, state: "skipped" }] : []),
  ];
  const named = (wanted: string) =>
    new Set(rows.filter(({ state }) => state === wanted).map(({ step }) => step));
  const [done, skipped] = [named("done"), named("skipped")];
  const checked = setUpSteps.map(async (step) => {
    if (await isDone[step](portal, admin, done)) return { step, state: "done" as const };
    return { step, state: skipped.has(step) ? ("skipped" as const) : ("open" as const) };
  });
  return Promise.all(checked);
}

/** Serves the list of what is left to set up. */
export async function checklistRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, getChecklist, async (_, request) =>
    readChecklist(portal, requireUser(request).userId),
  );

  serve(app, skipSetUpStep, async ({ params: { step }, body: { isSkipped } }, request) => {
    if (portal.config.seedDemo) throw new ApiError("not-found");
    const { database, now } = portal;
    const { userId } = requireUser(request);
    const skipped = { state: "skipped", changedAt: now() } as const;
    const steps = await readChecklist(portal, userId);
    if (steps.some((one) => one.step === step && one.state === "done")) return steps;
    if (step === "factor") {
      await (isSkipped
        ? database
            .insert(skippedFactors)
            .values({ userId, skippedAt: skipped.changedAt })
            .onConflictDoNothing()
        : database.delete(skippedFactors).where(eq(skippedFactors.userId, userId)));
      return readChecklist(portal, userId);
    }
    await (isSkipped
      ? database
          .insert(setUpStepStates)
          .values({ step, ...skipped })
          // A test that counted once may not count any more, such as without a mail server.
          .onConflictDoUpdate({ target: setUpStepStates.step, set: skipped })
      : database
          .delete(setUpStepStates)
          .where(and(eq(setUpStepStates.step, step), eq(setUpStepStates.state, "skipped"))));
    return readChecklist(portal, userId);
  });
}
