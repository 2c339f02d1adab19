import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import findMyWay, { type HTTPMethod } from "find-my-way";
import { ApiError } from "../infra/api-error.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Returns the methods of the routes registered for a path; none for an unknown path. */
    methodsAt(url: string): string[];
  }
}

/** Catch-all routes do not make the paths below them known. */
const isCatchAll = (url: string) => url === "/*" || url === "*";

/**
 * Collects the methods of each path from the routes that are registered after it. Uses Fastify's router with
 * the same options, so that both match alike.
 */
export const knownMethods = plugin(async (app: FastifyInstance) => {
  const router = findMyWay(app.initialConfig.routerOptions);
  const methods = new Set<HTTPMethod>();
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) {
      // Fastify types them as plain strings
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
 * Hook that answers requests without a route before their body is read: 404 for an unknown path, otherwise
 * 405 with the supported methods in `Allow`. OPTIONS is answered with 204 and `Allow`; a CORS preflight is
 * answered with 204 on every path, so that the desktop app can read the error of the request itself.
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
