import type { FastifyInstance } from "fastify";
import { withdraw } from "../../../../src-shared/api/membership.ts";
import { serve } from "../../../http/serve.ts";
import { throttle, throttleRecipient } from "../../../infra/throttle/throttle.ts";
import { receiveWithdrawal } from "./withdraw.ts";

/** Serves the function by which consumers withdraw from a contract; needs no session. */
export default async function withdrawalRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, withdraw, async ({ body }, request) => {
    await throttle(portal, "withdrawal", request.ip, body.email);
    await throttleRecipient(portal, body.email, request.ip);
    const receivedAt = await receiveWithdrawal(portal, body, request.language);
    return { receivedAt: receivedAt.toISOString() };
  });
}
