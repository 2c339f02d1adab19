import type { FastifySchema } from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import * as z from "zod/mini";
import { noContent, successStatus, type Endpoint } from "#shared/api/endpoint.ts";
import { errorSchema, type ErrorCode } from "#shared/api/errors.ts";
import { ApiError } from "../infra/api-error.ts";
import { textsIn } from "../infra/i18n/messages.ts";

const { $schema: _, ...errorJsonSchema } = z.toJSONSchema(errorSchema);

/** Schemas that operations refer to by name. OpenAPI 3.1 accepts JSON Schema unchanged. */
export const sharedSchemas = { Error: errorJsonSchema as OpenAPIV3_1.SchemaObject };

/** Returns the error codes that follow from an endpoint's definition, and those it lists. */
export function possibleErrors(endpoint: Endpoint): ErrorCode[] {
  const { params, query, body, access = "anyone", idempotent, errors = [] } = endpoint;
  return [
    ...(params || query || body ? (["validation"] as const) : []),
    ...(body ? (["payload-too-large"] as const) : []),
    ...(params ? (["not-found"] as const) : []),
    ...(access === "anyone" ? [] : (["unauthorized"] as const)),
    ...(access === "member" ? (["membership-required", "admin-factor-needed"] as const) : []),
    ...(access === "reviewer" || access === "admin"
      ? (["forbidden", "admin-factor-needed"] as const)
      : []),
    ...(idempotent ? (["idempotency-key-missing", "idempotency-key-reused"] as const) : []),
    ...errors,
    "unexpected",
  ];
}

const t = textsIn("en");

const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
};

/** Returns one response per error status, with the error schema and the codes it may contain. */
function errorResponses(endpoint: Endpoint): Record<number, object> {
  const byStatus = Map.groupBy(possibleErrors(endpoint), (code) => new ApiError(code).status);
  if (endpoint.body) byStatus.set(415, ["validation"]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${t(code)}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        ...(status === 429 && { headers: retryAfter }),
      },
    ]),
  );
}

const idempotencyHeaders = {
  type: "object",
  properties: {
    "Idempotency-Key": {
      type: "string",
      minLength: 8,
      maxLength: 100,
      description: "Use the same key when a submit is repeated; it then has one effect.",
    },
  },
  required: ["Idempotency-Key"],
};

/** Adds what an endpoint declares beyond its schemas to the OpenAPI description of its route. */
export function describeEndpoint(schema: FastifySchema, endpoint: Endpoint): FastifySchema {
  const { summary, access = "anyone", idempotent, answer, media } = endpoint;
  const status = successStatus(endpoint);
  const responses: Record<number, unknown> = { ...Object(schema.response) };
  const success = { description: "Success" };
  const content = media
    ? { [media]: { schema: { type: "string", format: "binary" } } }
    : { "application/json": { schema: responses[status] } };
  return {
    ...schema,
    ...(summary !== undefined && { summary }),
    ...(access !== "anyone" && { security: [{ bearer: [] }] }),
    ...(idempotent && { headers: idempotencyHeaders }),
    response: {
      [status]: answer === noContent ? { ...success, type: "null" } : { ...success, content },
      ...errorResponses(endpoint),
    },
  };
}
