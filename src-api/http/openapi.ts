import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { describeEndpoint, sharedSchemas } from "./describe-endpoint.ts";
import packageJson from "../../package.json" with { type: "json" };

/** The reader of the API sets styles by attribute, which takes 'unsafe-inline' for styles alone. */
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

/** A route's schemas and its endpoint as OpenAPI has them, grouped by its resource: `/api/content/:kind` is `content`. */
const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  const { endpoint } = document.route.config ?? {};
  const [, , resource = ""] = url.split("/");
  const tagged = { ...schema, tags: [resource] };
  return { schema: endpoint ? describeEndpoint(tagged, endpoint) : tagged, url };
};

/**
 * Describes the API from the schemas of its endpoints: OpenAPI at `/api/openapi.json`, a readable
 * page at `/api/docs`. Registered before the routes, so that it sees all of them.
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
      // A call that needs no session may have one; those that need it say so themselves.
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
