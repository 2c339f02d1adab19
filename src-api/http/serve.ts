import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from "fastify";
import type * as z from "zod/mini";
import {
  noContent,
  successStatus,
  type Endpoint,
  type EndpointAccess,
} from "../../src-shared/api/endpoint.ts";
import { ApiError } from "../infra/api-error.ts";
import { requireActiveMember, requireAdmin, requireUser } from "./session.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint of the contract that a route serves. */
    endpoint?: Endpoint;
  }
}

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type Field<E, Name extends string> =
  E extends Record<Name, infer Schema> ? OutputOf<Schema> : undefined;

/** The parsed parts of a request that its endpoint declares. */
export type Input<E extends Endpoint> = {
  params: Field<E, "params">;
  query: Field<E, "query">;
  body: Field<E, "body">;
};

type Handler<E extends Endpoint> = (
  input: Input<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<E["answer"] extends typeof noContent ? void : z.input<E["answer"]>>;

/** Throws 401 or 403 unless the caller has the access. */
const requireAccess: Record<EndpointAccess, (request: FastifyRequest) => void> = {
  anyone: () => undefined,
  user: requireUser,
  member: requireActiveMember,
  admin: requireAdmin,
};

/**
 * Checks a request before its body is read: a parameter of another form means that there is nothing
 * at this address, whoever asks; then comes the access.
 */
const admit =
  ({ params, access = "anyone" }: Endpoint) =>
  async (request: FastifyRequest) => {
    if (params && !params.safeParse(request.params).success) throw new ApiError("not-found");
    requireAccess[access](request);
  };

const schemaOf = ({ params, query, body, answer, status }: Endpoint) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(answer !== noContent && { response: { [successStatus({ status })]: answer } }),
});

/** An absent body counts as an empty one, so that the failure names the fields that are required. */
async function fillBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

/** Reads bodies of any type, valid or not, to their end and ignores them. */
async function ignoreBodies(app: FastifyInstance): Promise<void> {
  app.addHook("onRequest", async ({ raw }) => {
    delete raw.headers["content-type"]; // one that cannot be parsed would be answered with 415
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_, payload, done) => {
    payload.resume();
    done(null);
  });
}

/**
 * Serves an endpoint of the contract: admits who has access, parses what it declares and ignores a
 * body that it does not declare, runs the handler, sends the answer with the endpoint's status and
 * nothing that its schema does not name.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  const { method, path, body } = endpoint;
  const route: RouteOptions = {
    method: method satisfies HTTPMethods,
    url: path,
    config: { endpoint },
    schema: schemaOf(endpoint),
    onRequest: admit(endpoint),
    ...(body && { preValidation: fillBody }),
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      const result = await handler(input as Input<E>, request, reply); // parsed by the schemas above
      return reply.code(successStatus(endpoint)).send(result);
    },
  };
  if (body || method === "GET") {
    app.route(route);
    return;
  }
  void app.register(async (scope) => {
    await ignoreBodies(scope);
    scope.route(route);
  });
}
