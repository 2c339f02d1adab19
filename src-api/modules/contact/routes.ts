import type { FastifyInstance } from "fastify";
import { sendContactMessage } from "../../../src-shared/api/contact.ts";
import { serve } from "../../http/serve.ts";
import { throttle } from "../../infra/throttle/throttle.ts";
import { receiveMessage } from "./messages.ts";

/** Serves the contact form. */
export async function contactRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, sendContactMessage, async ({ body }, request) => {
    await throttle(portal, "contact", request.ip, body.email);
    await receiveMessage(portal, body, request.language);
  });
}
