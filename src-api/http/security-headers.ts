import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";

const permissionsPolicy = ["camera", "microphone", "geolocation", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Headers of every answer, even of answers that bypass the hooks (for addresses that cannot be decoded). */
export const plainHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

/** Returns whether browsers reach the portal by https, by its own address. */
export const isHttps = ({ publicUrl }: { publicUrl: string | null }): boolean =>
  publicUrl?.startsWith("https:") ?? false;

const yearSeconds = 365 * 24 * 60 * 60;

/** Sets the security headers of every answer. Pages have their own policy; HSTS needs https. */
export default plugin(
  async (app: FastifyInstance) => {
    const headers = {
      ...plainHeaders,
      ...(isHttps(app.portal.config) && {
        "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains`,
      }),
    };
    app.addHook("onRequest", (_, reply, done) => {
      reply.headers(headers);
      done();
    });
  },
  { name: "security-headers" },
);
