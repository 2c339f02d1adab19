import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import plugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { OpenAPIV3_1 } from "openapi-types";
import * as z from "zod/mini";
import { noContent, successStatus, type Endpoint } from "#shared/api/endpoint.ts";
import { errorSchema, type ErrorCode } from "#shared/api/errors.ts";
import packageJson from "../../package.json" with { type: "json" };
import { ApiError } from "#api/infra/api-error.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";

const { $schema: _schema, ...errorJsonSchema } = z.toJSONSchema(errorSchema);

/** Schemas that operations refer to by name. OpenAPI 3.1 accepts JSON Schema unchanged. */
const sharedSchemas = { Error: errorJsonSchema as OpenAPIV3_1.SchemaObject };

/** Returns the error codes that follow from an endpoint's definition, and those it lists. */
export function possibleErrors(endpoint: Endpoint): ErrorCode[] {
  const {
    method,
    params,
    query,
    body,
    access = "anyone",
    idempotent,
    parts,
    errors = [],
  } = endpoint;
  return [
    ...(params || query || body ? (["validation"] as const) : []),
    ...(body ? (["payload-too-large"] as const) : []),
    ...(params || parts ? (["not-found"] as const) : []),
    ...(access === "anyone" ? [] : (["unauthorized"] as const)),
    ...(access === "member" ? (["membership-required", "admin-factor-needed"] as const) : []),
    ...(access === "reviewer" || access === "admin"
      ? (["forbidden", "admin-factor-needed"] as const)
      : []),
    ...(idempotent ? (["idempotency-key-missing", "idempotency-key-reused"] as const) : []),
    ...errors,
    ...(method === "GET" ? [] : (["storage-full"] as const)),
    "unavailable",
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
        ...((status === 429 || status === 503) && { headers: retryAfter }),
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
function describeEndpoint(schema: FastifySchema, endpoint: Endpoint): FastifySchema {
  const { summary, access = "anyone", idempotent, hasETag, answer, media } = endpoint;
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
      ...(hasETag && { 304: { description: "Unchanged", type: "null" } }),
      ...errorResponses(endpoint),
    },
  };
}

/** In its sandbox the documentation has an origin of its own: its scripts read nothing of the portal. */
const docsPolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Describes a route for OpenAPI: `/api/content/:kind` is in the group `content`. */
const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  const { endpoint } = document.route.config ?? {};
  const [, , resource = ""] = url.split("/");
  const tagged = { ...schema, tags: [resource] };
  return { schema: endpoint ? describeEndpoint(tagged, endpoint) : tagged, url };
};

/** Serves OpenAPI at `/api/openapi.json`, a readable page at `/api/docs`. Register it before the routes. */
export default plugin(
  async (app: FastifyInstance) => {
    await app.register(swagger, {
      openapi: {
        openapi: "3.1.0",
        info: { title: `${app.portal.brand.name} API`, version: packageJson.version },
        components: {
          securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
          schemas: sharedSchemas,
        },
        // The session is optional by default; endpoints that need one declare it.
        security: [{ bearer: [] }, {}],
      },
      transform: describeRoute,
    });
    await app.register(async (docs) => {
      docs.addHook("onRequest", (_, reply, done) => {
        // What the page loads is of another origin than the page, and public.
        reply.headers({
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        });
        done();
      });
      await docs.register(swaggerUi, {
        routePrefix: "/docs",
        indexPrefix: "/api",
        staticCSP: docsPolicy,
        uiConfig: { layout: "BaseLayout", supportedSubmitMethods: [] },
        theme: { title: `${app.portal.brand.name} API` },
      });
    });
    app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  },
  { name: "openapi" },
);
