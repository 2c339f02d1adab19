import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";

/** For answers that are no page: nothing may be loaded by them, nobody may frame them. */
export const noPagePolicy = "default-src 'none'; frame-ancestors 'none'";

const permissionsPolicy = ["camera", "microphone", "geolocation", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

const year = 365 * 24 * 60 * 60;

/**
 * Security headers of every answer, failures included. Pages replace the Content-Security-Policy
 * by their own; HSTS is sent only where the portal is reached by https.
 */
export default plugin(async (app: FastifyInstance) => {
  const https = app.portal.config.publicUrl?.startsWith("https:") ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https && { maxAge: year },
  });
  app.addHook("onRequest", async (_, reply) => {
    reply.header("content-security-policy", noPagePolicy);
    reply.header("permissions-policy", permissionsPolicy);
  });
});
