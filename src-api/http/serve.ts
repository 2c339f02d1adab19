import { Readable } from "node:stream";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from "fastify";
import * as z from "zod/mini";
import {
  noContent,
  successStatus,
  type Endpoint,
  type EndpointAccess,
} from "#shared/api/endpoint.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { requireFreeSpace } from "#api/infra/disk.ts";
import { EncodedBody } from "./encoded-body.ts";
import { sendUnlessUnchanged } from "./entity-tag.ts";
import { ignoreBodies, passBodies } from "./request-bodies.ts";
import { requireActiveMember, requireAdmin, requireReviewer, requireUser } from "./session.ts";
import { sendEncoded } from "./shared-answers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type Field<E, Name extends string> =
  E extends Record<Name, infer Schema> ? OutputOf<Schema> : undefined;
type Body<E> = E extends { upload: object } ? Readable : Field<E, "body">;

/** The parts of a request that its endpoint declares, parsed. */
export type Input<E extends Endpoint> = {
  params: Field<E, "params">;
  query: Field<E, "query">;
  /** A file as a stream, which fails once it is larger than the endpoint allows. */
  body: Body<E>;
};

type Result<E extends Endpoint> = E extends { media: string }
  ? Buffer | Readable
  : E["answer"] extends typeof noContent
    ? void
    : z.input<E["answer"]>;

type Handler<E extends Endpoint> = (
  input: Input<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Result<E> | EncodedBody>;

/** Throws 401 or 403 unless the caller has the required access. */
const requireAccess: Record<EndpointAccess, (request: FastifyRequest) => void> = {
  anyone: () => undefined,
  user: requireUser,
  member: requireActiveMember,
  reviewer: requireReviewer,
  admin: requireAdmin,
};

/** Checks a request before its body is read: first the path (404), then access. */
const admit =
  ({ params, access = "anyone" }: Endpoint) =>
  async (request: FastifyRequest) => {
    if (params && !params.safeParse(request.params).success) throw new ApiError("not-found");
    requireAccess[access](request);
  };

const schemaOf = ({ params, query, body, answer, status, media, upload }: Endpoint) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && !upload && { body }),
  ...(answer !== noContent && !media && { response: { [successStatus({ status })]: answer } }),
});

/** Treats a missing file as an empty one. */
async function fillFile(request: FastifyRequest): Promise<void> {
  request.body ??= Readable.from([]);
}

/** Treats a missing body as an empty one, so that the failure names the required fields. */
async function fillBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

/**
 * Serves an endpoint of the contract: checks access, parses the declared input, ignores a body that
 * is not declared, runs the handler, and sends the endpoint's status with only what its schema
 * names, or the file that the handler returns. The handler may also return an answer of
 * `createEndpointAnswers`.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  const { method, path, body, upload, maxBodyBytes, hasETag } = endpoint as Endpoint;
  const route: RouteOptions = {
    method: method satisfies HTTPMethods,
    url: path,
    config: { endpoint },
    schema: schemaOf(endpoint),
    onRequest: admit(endpoint),
    ...(body && { preValidation: upload ? fillFile : fillBody }),
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      const result = await handler(input as Input<E>, request, reply); // parsed by the schemas above
      reply.code(successStatus(endpoint));
      if (endpoint.media) reply.type(endpoint.media);
      if (hasETag) {
        reply.type("application/json; charset=utf-8").header("cache-control", "no-cache");
        const encoded = JSON.stringify(z.encode(endpoint.answer, result));
        return sendUnlessUnchanged(request, reply, Buffer.from(encoded));
      }
      return result instanceof EncodedBody
        ? sendEncoded(request, reply, result)
        : reply.send(result);
    },
  };
  if (upload) {
    const { config } = app.portal;
    const requireRoomFor = ({ headers }: FastifyRequest) =>
      requireFreeSpace(config, Number(headers["content-length"] ?? 0));
    route.onRequest = [admit(endpoint), requireRoomFor];
    void app.register(async (scope) => {
      passBodies(scope, upload.maxBytes);
      scope.route(route);
    });
    return;
  }
  if (body || method === "GET") {
    app.route(route);
    return;
  }
  void app.register(async (scope) => {
    ignoreBodies(scope);
    scope.route(route);
  });
}
