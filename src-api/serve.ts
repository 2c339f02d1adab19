import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type * as z from "zod/mini";
import { noContent, type Endpoint } from "../src-shared/api/endpoint.ts";

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

/**
 * Serves an endpoint of the contract: parses what it declares, runs the handler, sends the answer
 * with the endpoint's status and nothing that its schema does not name.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: RouteShorthandOptions = {},
): void {
  const { method, path, params, query, body, answer, status = 200 } = endpoint;
  app.route({
    ...options,
    method,
    url: path,
    schema: {
      ...options.schema,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(answer !== noContent && { response: { [status]: answer } }),
    },
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      const result = await handler(input as Input<E>, request, reply); // parsed by the schemas above
      return reply.code(status).send(result);
    },
  });
}
