import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { describeEndpoint, sharedSchemas } from "./describe-endpoint.ts";
import packageJson from "../../package.json" with { type: "json" };

/** Swagger UI sets style attributes, which require 'unsafe-inline' for styles. */
const docsPolicy = [
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

/** Describes a route for OpenAPI. Its tag is the resource: `content` for `/api/content/:kind`. */
const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  const { endpoint } = document.route.config ?? {};
  const [, , resource = ""] = url.split("/");
  const tagged = { ...schema, tags: [resource] };
  return { schema: endpoint ? describeEndpoint(tagged, endpoint) : tagged, url };
};

/**
 * Serves a description of the API, derived from the schemas of its endpoints: OpenAPI at
 * `/api/openapi.json` and Swagger UI at `/api/docs`. Register it before the routes, so that it sees them all.
 */
export default plugin(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${app.portal.brand.name} API`, version: packageJson.version },
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
        schemas: sharedSchemas,
      },
      // By default a session is optional; endpoints that require one declare it.
      security: [{ bearer: [] }, {}],
    },
    transform: describeRoute,
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    indexPrefix: "/api",
    staticCSP: docsPolicy,
    uiConfig: { layout: "BaseLayout" },
    theme: { title: `${app.portal.brand.name} API` },
  });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
});
