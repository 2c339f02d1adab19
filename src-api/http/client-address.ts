import type { FastifyInstance, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { isReadable } from "#api/infra/throttle/networks.ts";

const warnings = {
  untrusted:
    "X-Forwarded-For comes from an address that is not in TRUSTED_PROXIES and is ignored: behind a proxy all clients share one limit",
  unreadable:
    "The address of a client cannot be read: all such clients share one limit. See TRUSTED_PROXIES and what the proxy writes into X-Forwarded-For",
};

type Warning = keyof typeof warnings;

function problemsOf({ ip, ips = [], headers }: FastifyRequest): Warning[] {
  const found: Warning[] = [];
  if (headers["x-forwarded-for"] && ips.length === 1) found.push("untrusted");
  if (!isReadable(ip)) found.push("unreadable");
  return found;
}

/** Warns once when client addresses are unknown: all such clients share one limit. */
export default plugin(
  async (app: FastifyInstance) => {
    const logged = new Set<Warning>();
    app.addHook("onRequest", (request, _, done) => {
      for (const problem of problemsOf(request)) {
        if (logged.has(problem)) continue;
        logged.add(problem);
        app.log.warn(warnings[problem]);
      }
      done();
    });
  },
  { name: "client-address" },
);
