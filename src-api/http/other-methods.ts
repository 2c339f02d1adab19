import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import findMyWay, { type HTTPMethod } from "find-my-way";
import { ApiError } from "../infra/api-error.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The methods that an address takes, from the routes registered; none for an unknown address. */
    methodsAt(url: string): string[];
  }
}

/** Addresses below which everything is matched by one route are not known for that. */
const isCatchAll = (url: string) => url === "/*" || url === "*";

/**
 * Knows which methods each address takes, from the routes that are registered after it. Uses Fastify's
 * own router with its options, so that both agree on what matches.
 */
export const knownMethods = plugin(async (app: FastifyInstance) => {
  const router = findMyWay(app.initialConfig.routerOptions);
  const methods = new Set<HTTPMethod>();
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) {
      // Fastify's own names of methods
      if (name === "OPTIONS" || isCatchAll(url) || router.hasRoute(name, url)) continue;
      methods.add(name);
      router.on(name, url, () => undefined);
    }
  });
  app.decorate("methodsAt", (url: string) => {
    const taken = [...methods].filter((method) => router.find(method, url) !== null);
    return taken.length === 0 ? [] : [...taken, "OPTIONS"];
  });
});

/**
 * Hook that answers requests which no route takes, before their body is read: 404 for an unknown
 * address, else 405 with the methods that it takes in `Allow`. OPTIONS gets these too, with 204; a
 * preflight of CORS gets 204 everywhere, for the failure to be readable.
 */
export async function answerOtherMethods(request: FastifyRequest, reply: FastifyReply) {
  const asksForMethods = request.method === "OPTIONS";
  if (!request.is404 && !asksForMethods) return;
  const taken = request.server.methodsAt(request.url);
  if (taken.length > 0) reply.header("allow", taken.join(", "));
  const preflight = request.headers["access-control-request-method"] !== undefined;
  if (asksForMethods && (taken.length > 0 || preflight)) return reply.code(204).send();
  throw new ApiError(taken.length > 0 ? "method-not-allowed" : "not-found");
}
