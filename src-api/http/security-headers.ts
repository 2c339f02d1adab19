import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";

const permissionsPolicy = ["camera", "microphone", "geolocation", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** What every answer carries; for those that no hook sees (an address that cannot be decoded), all. */
export const plainHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
};

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
    referrerPolicy: false,
    noSniff: false,
    strictTransportSecurity: https && { maxAge: year },
  });
  app.addHook("onRequest", async (_, reply) => {
    reply.headers(plainHeaders);
  });
});
