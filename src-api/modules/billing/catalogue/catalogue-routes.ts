import { asc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import { termsVersion } from "../checkout/terms-version.ts";
import { yearlySaving } from "./yearly-saving.ts";
import { products } from "../schema.ts";
import { serve } from "../../../http/serve.ts";
import { presentExtras, presentPlans } from "./present-catalogue.ts";

/** What is for sale, for everybody. */
export default async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const version = await termsVersion();

  serve(app, getCatalogue, async (_, { language }) => {
    const onSale = await portal.database
      .select()
      .from(products)
      .where(eq(products.onSale, true))
      .orderBy(asc(products.position));
    const plans = presentPlans(onSale, language);
    return {
      plans,
      extras: presentExtras(onSale, language),
      yearlySaving: yearlySaving(plans),
      paymentsAvailable: await portal.payments.available(),
      testMode: portal.payments.testMode,
      termsVersion: version,
    };
  });
}
