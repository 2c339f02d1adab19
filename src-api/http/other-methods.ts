import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import findMyWay, { type HTTPMethod } from "find-my-way";
import { ApiError } from "#api/infra/api-error.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Returns the methods that the routes at an address support; none for an unknown address. */
    methodsAt(url: string): string[];
  }
}

/** Addresses that only a catch-all route matches count as unknown. */
const isCatchAll = (url: string) => url === "/*" || url === "*";

/** Records the methods of every route that is registered after it, with the options of Fastify's own router. */
export const knownMethods = plugin(
  async (app: FastifyInstance) => {
    const router = findMyWay(app.initialConfig.routerOptions);
    const methods = new Set<HTTPMethod>();
    app.addHook("onRoute", ({ method, url }) => {
      for (const name of [method].flat() as HTTPMethod[]) {
        // Fastify names methods like HTTP does.
        if (name === "OPTIONS" || isCatchAll(url) || router.hasRoute(name, url)) continue;
        methods.add(name);
        router.on(name, url, () => undefined);
      }
    });
    app.decorate("methodsAt", (url: string) => {
      const supported = [...methods].filter((method) => router.find(method, url) !== null);
      return supported.length === 0 ? [] : [...supported, "OPTIONS"];
    });
  },
  { name: "other-methods" },
);

/** Answers requests without a route before their body is read: 404, 405 with `Allow`, and 204 to OPTIONS. */
export async function answerOtherMethods(request: FastifyRequest, reply: FastifyReply) {
  const isOptions = request.method === "OPTIONS";
  if (!request.is404 && !isOptions) return;
  const supported = request.server.methodsAt(request.url);
  if (supported.length > 0) reply.header("allow", supported.join(", "));
  const preflight = request.headers["access-control-request-method"] !== undefined;
  if (isOptions && (supported.length > 0 || preflight)) return reply.code(204).send();
  throw new ApiError(supported.length > 0 ? "method-not-allowed" : "not-found");
}
