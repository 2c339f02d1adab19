import type { FastifyInstance } from "fastify";
import { createDiscount, endDiscount, listDiscounts } from "#shared/api/discounts.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { mailAdmins, requirePassword } from "../../accounts/module.ts";
import {
  createDiscount as create,
  endDiscount as end,
  givesAway,
  listCodes,
} from "./discount-codes.ts";

/** Serves the discount codes to admins. */
export default async function discountRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

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
    const session = requireAdmin(request);
    const actor = actorOf(request);
    const { code } = wanted;
    if (!(await givesAway(portal, wanted))) return void (await create(portal, wanted, actor));
    if (password === undefined) {
      throw new ApiError("validation", { fields: { password: "forms:required" } });
    }
    const confirmed = { session, ip: request.ip, password, field: "password" };
    const { act } = await requirePassword(portal, confirmed);
    await act(async (tx) => {
      await create({ ...portal, database: tx }, wanted, actor);
      await mailAdmins(portal, tx, { act: "free-code-made", what: code, session, actor });
    });
  });

  serve(app, endDiscount, async ({ params: { code } }, request) => {
    if ((await end(portal, code, actorOf(request))) === "unknown") throw new ApiError("not-found");
  });
}
