import compress from "@fastify/compress";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { requestIdHeader } from "#shared/api/endpoint.ts";
import { ApiError } from "./infra/api-error.ts";
import {
  describeError,
  describeRequest,
  RequestLog,
  newRequestId,
  sendRequestId,
  terminalLog,
} from "./http/request-log.ts";
import clientAddress from "./http/client-address.ts";
import { cspReportRoutes } from "./http/csp-reports.ts";
import errors from "./http/errors.ts";
import { gracefulClose } from "./http/graceful-close.ts";
import openapi from "./http/openapi.ts";
import { answerOtherMethods, knownMethods } from "./http/other-methods.ts";
import { bodyLimit, requestBodies } from "./http/request-bodies.ts";
import { measureRequests, type Answered } from "./http/request-metrics.ts";
import securityHeaders, { plainHeaders } from "./http/security-headers.ts";
import session from "./http/session.ts";
import { refuseSwitchedOff } from "./http/switched-off.ts";
import { commandRoutes } from "./cli/channel/command-routes.ts";
import { healthRoutes } from "./http/health.ts";
import { accountDeletionRoutes } from "./account-deletion.ts";
import { modules } from "./modules.ts";
import { sessionStore } from "./modules/accounts/sessions.ts";
import { brandApi, brandFiles } from "./modules/pages/brand-routes.ts";
import rendererFiles, { isPageRequest } from "./modules/pages/renderer-files-routes.ts";
import type { Portal } from "./portal.ts";
import { handlePurge } from "./retention/retention.ts";
import type { Tracing } from "./tracing/tracing.ts";
import { requireWritableDatabase } from "./infra/disk.ts";
import { ownFolders } from "./infra/own-addresses.ts";

z.config({ jitless: true });

/** Content types to compress. Event streams are excluded: compression would delay their events. */
const compressible = /^text\/(?!event-stream)|[+/](json|xml|javascript)(;|$)/;

export type AppOptions = {
  /** Absolute path of the built renderer; without it no page is served. */
  rendererFolder?: string;
  /** Called after each answer, for metrics. */
  answered?: Answered;
  /** Records traces of requests. */
  tracing?: Pick<Tracing, "plugin">;
  /** Where the log goes, as lines of JSON; by default to the standard output. */
  logTo?: { write(line: string): void };
};

/** Builds the server for a portal, without listening; tests inject requests into it. */
export async function buildApp(
  portal: Portal,
  { rendererFolder, answered, tracing, logTo }: AppOptions = {},
): Promise<FastifyInstance> {
  const terminal = logTo ? null : terminalLog(process.stdout);
  const stream = logTo ?? terminal;
  const app: FastifyInstance = Fastify({
    logger: {
      level: portal.config.logLevel,
      ...(stream && { stream }),
      redact: ["req.headers.authorization"],
      serializers: { req: describeRequest, err: describeError },
    },
    logController: new RequestLog({ skipsFiles: terminal !== null }),
    genReqId: newRequestId,
    bodyLimit,
    requestTimeout: 60_000,
    // What arrives on an open connection while the server closes is answered, see gracefulClose.
    return503OnClosing: false,
    // Loading the renderer's server build takes seconds on a busy machine.
    pluginTimeout: 60_000,
    // Only these addresses may set X-Forwarded-For, which then names the client.
    trustProxy: portal.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(plainHeaders).header(requestIdHeader, request.id);
      // An address that cannot be decoded matches no route: for pages, show the not-found page.
      if (app.sendPage && isPageRequest(request)) void app.sendPage(request, reply);
      else app.errorHandler(error, request, reply);
    },
  });
  if (tracing) await app.register(tracing.plugin);
  app.decorate("portal", portal);
  for (const { jobs } of modules) jobs?.(portal);
  handlePurge(portal);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(securityHeaders);
  app.addHook("onRequest", sendRequestId);
  if (answered) measureRequests(app, answered);
  await app.register(errors);
  await app.register(compress, {
    encodings: ["br", "gzip"],
    customTypes: compressible,
    globalDecompression: false,
  });
  await app.register(requestBodies);
  await app.register(clientAddress);
  await app.register(session, { store: sessionStore(portal) });
  await app.register(knownMethods);
  app.setNotFoundHandler(notFound);
  await app.register(api, { prefix: ownFolders.api, servesPages: rendererFolder !== undefined });
  app.addHook("onRequest", answerOtherMethods);
  await app.register(brandFiles);
  if (rendererFolder) await app.register(rendererFiles, { folder: rendererFolder });
  await app.register(gracefulClose);
  return app;
}

function notFound(): never {
  throw new ApiError("not-found");
}

async function api(app: FastifyInstance, { servesPages }: { servesPages: boolean }): Promise<void> {
  const headers = { "cache-control": "no-store", vary: "accept-language, authorization" };
  app.addHook("onRequest", (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(cors, {
    origin: ["app://portal"],
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    exposedHeaders: ["retry-after", requestIdHeader],
    strictPreflight: false,
    preflightContinue: true,
  });
  app.addHook("onRequest", answerOtherMethods);
  app.addHook("onRequest", refuseSwitchedOff);
  app.addHook("onRequest", async ({ method }) => {
    if (!["GET", "HEAD", "OPTIONS"].includes(method))
      await requireWritableDatabase(app.portal.config);
  });
  app.setNotFoundHandler(notFound);
  await app.register(openapi);
  await app.register(healthRoutes, { servesPages });
  await app.register(cspReportRoutes);
  await app.register(brandApi);
  await app.register(commandRoutes);
  await app.register(accountDeletionRoutes);
  for (const { routes } of modules) if (routes) await app.register(routes, { modules });
}
