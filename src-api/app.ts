import compress from "@fastify/compress";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";
import { contentFolder as ownContentFolder } from "./content/content-folder.ts";
import flags from "./flags/routes.ts";
import afterwards from "./plugins/afterwards.ts";
import { describeError } from "./plugins/error-log.ts";
import clientAddress from "./plugins/client-address.ts";
import errors from "./plugins/errors.ts";
import openapi from "./plugins/openapi.ts";
import { answerOtherMethods, knownMethods } from "./plugins/other-methods.ts";
import rendererFiles, { isPageRequest } from "./plugins/renderer-files.ts";
import { describeRequest } from "./plugins/request-log.ts";
import securityHeaders, { plainHeaders } from "./plugins/security-headers.ts";
import session from "./plugins/session.ts";
import type { Portal } from "./portal.ts";
import account from "./routes/account/routes.ts";
import announcements from "./routes/announcements/routes.ts";
import catalogue from "./routes/catalogue/routes.ts";
import checkout from "./routes/checkout/routes.ts";
import commands from "./routes/commands/routes.ts";
import contact from "./routes/contact/routes.ts";
import content from "./routes/content/routes.ts";
import featureFlags from "./routes/feature-flags/routes.ts";
import health from "./routes/health/routes.ts";
import media from "./routes/media/routes.ts";
import membership from "./routes/membership/routes.ts";
import purchases from "./routes/purchases/routes.ts";
import quote from "./routes/quote/routes.ts";
import showcase from "./routes/showcase/routes.ts";

z.config({ jitless: true });

/** Types of answers that are worth compressing; open streams of events are not. */
const compressible = /^text\/(?!event-stream)|[+/](json|xml|javascript)(;|$)/;

/** Folders that the server reads files from; absolute paths. */
export type AppFolders = {
  /** The built renderer; without it no page is served. */
  rendererFolder?: string;
  /** Where the files of media lie. */
  contentFolder?: string;
};

/** Builds the server around what it is handed; tests inject requests into it. */
export async function buildApp(portal: Portal, folders: AppFolders = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: {
      level: portal.config.logLevel,
      redact: ["req.headers.authorization"],
      serializers: { req: describeRequest, err: describeError },
    },
    bodyLimit: 256 * 1024,
    requestTimeout: 60_000,
    // These tell who asks by X-Forwarded-For; anybody else could say anything.
    trustProxy: portal.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(plainHeaders);
      // An address that cannot be decoded reaches no route: who asks for a page gets the not-found page.
      if (app.sendPage && isPageRequest(request)) app.sendPage(request, reply);
      else app.errorHandler(error, request, reply);
    },
  });
  app.decorate("portal", portal);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(securityHeaders);
  await app.register(errors);
  await app.register(afterwards);
  await app.register(compress, { encodings: ["br", "gzip"], customTypes: compressible });
  await app.register(clientAddress);
  await app.register(session);
  await app.register(knownMethods);
  app.setNotFoundHandler(notFound);
  await app.register(api, { prefix: "/api", ...folders });
  app.addHook("onRequest", answerOtherMethods);
  if (folders.rendererFolder) {
    await app.register(rendererFiles, { folder: folders.rendererFolder });
  }
  return app;
}

function notFound(): never {
  throw new ApiError("not-found");
}

/** The pages of the payment provider, below its own id. */
async function payments(app: FastifyInstance): Promise<void> {
  const { payments: provider } = app.portal;
  await app.register((scope) => provider.routes(scope), { prefix: `/payments/${provider.id}` });
}

async function api(
  app: FastifyInstance,
  { contentFolder = ownContentFolder }: AppFolders,
): Promise<void> {
  app.addHook("onRequest", async (_, reply) => {
    reply.headers({ "cache-control": "no-store", vary: "accept-language, authorization" });
  });
  await app.register(cors, {
    origin: ["app://portal"],
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    exposedHeaders: ["retry-after"],
    strictPreflight: false,
    preflightContinue: true,
  });
  app.addHook("onRequest", answerOtherMethods);
  app.setNotFoundHandler(notFound);
  await app.register(openapi);
  await app.register(health);
  await app.register(content);
  await app.register(showcase);
  await app.register(media, { contentFolder });
  await app.register(announcements);
  await app.register(account);
  await app.register(contact);
  await app.register(commands);
  await app.register(flags, { prefix: "/flags" });
  await app.register(featureFlags);
  await app.register(catalogue);
  await app.register(quote);
  await app.register(checkout);
  await app.register(purchases);
  await app.register(membership);
  await app.register(payments);
}
