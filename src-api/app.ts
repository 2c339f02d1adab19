import cors from "@fastify/cors";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";
import errors from "./plugins/errors.ts";
import session from "./plugins/session.ts";
import type { Portal } from "./portal.ts";

z.config({ jitless: true });

/** Builds the server around what it is handed; tests inject requests into it. */
export async function buildApp(portal: Portal): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: portal.config.logLevel, redact: ["req.headers.authorization"] },
    bodyLimit: 256 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  app.decorate("portal", portal);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(errors);
  await app.register(session);
  await app.register(api, { prefix: "/api" });
  return app;
}

async function api(app: FastifyInstance): Promise<void> {
  await app.register(cors, { origin: ["app://portal"] });
  app.setNotFoundHandler(() => {
    throw new ApiError("not-found");
  });
}
