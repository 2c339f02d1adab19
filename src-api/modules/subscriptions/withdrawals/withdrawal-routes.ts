import type { FastifyInstance } from "fastify";
import { confirmWithdrawal, previewWithdrawal, withdraw } from "#shared/api/membership.ts";
import { serve } from "#api/http/serve.ts";
import { throttle, throttleRecipient } from "#api/infra/throttle/throttle.ts";
import { isWithdrawable } from "./contract.ts";
import { previewContract } from "./end-contract.ts";
import { confirmDeclared, findUnconfirmed, findProven, receiveWithdrawal } from "./withdraw.ts";
import { isWithdrawn } from "./withdrawal-store.ts";

/** Serves the function by which consumers withdraw from a contract; needs no session. */
export default async function withdrawalRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, withdraw, async ({ body }, request) => {
    await throttle(portal, "withdrawal", request.ip, body.email);
    await throttleRecipient(portal, body.email, request.ip);
    const { language, session } = request;
    const by = { language, userId: session?.userId ?? null };
    const receivedAt = await receiveWithdrawal(portal, body, by);
    return { receivedAt: receivedAt.toISOString() };
  });

  serve(app, previewWithdrawal, async ({ body }, request) => {
    await throttle(portal, "withdrawal-preview", request.ip, "");
    if ("token" in body) {
      const unconfirmed = await findUnconfirmed(portal, body.token);
      if (!unconfirmed) return { contract: null };
      const { contract, withdrawal } = unconfirmed;
      return { contract: await previewContract(portal, contract, withdrawal.createdAt) };
    }
    const { database } = portal;
    const userId = request.session?.userId ?? null;
    const contract = await findProven(database, body.contract, userId);
    const now = portal.now();
    if (!contract || !isWithdrawable(portal, contract, now)) return { contract: null };
    if (await isWithdrawn(database, contract.id)) return { contract: null };
    return { contract: await previewContract(portal, contract, now) };
  });

  serve(app, confirmWithdrawal, async ({ body }, request) => {
    await throttle(portal, "withdrawal-preview", request.ip, "");
    const receivedAt = await confirmDeclared(portal, body.token);
    return { receivedAt: receivedAt.toISOString() };
  });
}
