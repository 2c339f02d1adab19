import type { FastifyInstance } from "fastify";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { serve } from "../../http/serve.ts";
import { presentPayments } from "../payments/module.ts";
import { createEndpointAnswers } from "../../http/shared-answers.ts";
import { findOnSale, presentExtras, presentPlans, yearlySaving } from "../catalogue/module.ts";

/** Serves the catalogue, which is the same for everybody. */
export default async function catalogueRoutes(app: FastifyInstance): Promise<void> {
  const { brand, database } = app.portal;

  const answers = createEndpointAnswers(app.portal, getCatalogue);

  serve(app, getCatalogue, async (_, { language }) => {
    const payments = await presentPayments(app.portal);
    return answers([language, payments.paymentsAvailable], async () => {
      const onSale = await findOnSale(database);
      const plans = presentPlans(onSale, language);
      const value = {
        plans,
        extras: presentExtras(onSale, language),
        yearlySaving: yearlySaving(plans),
        ...payments,
        termsVersion: brand.legalVersions.terms,
      };
      return { value, validUntil: null };
    });
  });
}
