import type { FastifyInstance } from "fastify";
import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import { serve } from "../../../http/serve.ts";
import { termsVersion } from "../checkout/terms-version.ts";
import { findOnSale } from "./catalogue-store.ts";
import { presentExtras, presentPlans, yearlySaving } from "./present-catalogue.ts";

/** Serves the catalogue to everybody. */
export default async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  const { database, payments } = app.portal;
  const version = await termsVersion();

  serve(app, getCatalogue, async (_, { language }) => {
    const onSale = await findOnSale(database);
    const plans = presentPlans(onSale, language);
    return {
      plans,
      extras: presentExtras(onSale, language),
      yearlySaving: yearlySaving(plans),
      paymentsAvailable: await payments.available(),
      testMode: payments.testMode,
      termsVersion: version,
    };
  });
}
