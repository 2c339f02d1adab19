import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import plugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { describeEndpoint, sharedSchemas } from "./describe-endpoint.ts";
import packageJson from "../../package.json" with { type: "json" };

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
export default plugin(async (app: FastifyInstance) => {
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
});
