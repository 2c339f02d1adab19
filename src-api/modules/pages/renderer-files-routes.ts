import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { contentSecurityPolicy } from "../../../src-shared/content-security-policy.ts";
import {
  defaultLanguage,
  isLanguage,
  languageParameter,
  type Language,
} from "../../../src-shared/languages.ts";
import { matchRoute, routeIds, routes } from "../../../src-shared/routes.ts";
import { serviceWorkerPath, shellPath } from "../../../src-shared/service-worker.ts";
import { ApiError } from "../../infra/api-error.ts";
import { pageFacts, type PageFacts } from "./page-facts.ts";
import { pageHtml, type Site } from "./page-html.ts";
import { robotsTxt, sitemapXml } from "./sitemap.ts";

/** Addresses below these are never pages: a missing file there is 404, not `index.html`. */
const notPages = /^\/(api|assets)(\/|$)/;

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

const languageOf = (url: string): Language => {
  const lang = new URLSearchParams(url.slice(pathOf(url).length)).get(languageParameter);
  return isLanguage(lang) ? lang : defaultLanguage;
};

declare module "fastify" {
  interface FastifyInstance {
    /** Sends the page of an address, with 404 for unknown ones. Undefined without a built renderer. */
    sendPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  }
}

/** Returns whether a request is for a page or a file, and not for the API. */
export const isPageRequest = ({ method, url }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && !notPages.test(pathOf(url));

const entityTag = (text: string) =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Sends a page with its security policy, or 304 if the caller has it already. */
function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  const { launchDarklyClientId } = request.server.portal.config;
  const etag = entityTag(html);
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-cache")
    .header("etag", etag)
    .header(
      "content-security-policy",
      contentSecurityPolicy({ launchDarkly: launchDarklyClientId !== null }),
    );
  const held = request.headers["if-none-match"]?.split(/,\s*/) ?? [];
  return reply.statusCode === 200 && held.includes(etag)
    ? reply.code(304).send()
    : reply.send(html);
}

/** Policy of the service worker, which may fetch from here only; that of the page does not apply to it. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Serves the files. Those under /assets/ have a hash of their content in the name; others may change. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, "assets") + sep;
  const worker = join(folder, serviceWorkerPath);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    globIgnore: ["index.html", "robots.txt", "sitemap.xml", "**/*.{br,gz}"],
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(assets);
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      // Or the compressed file beside it.
      if (path.startsWith(worker)) reply.header("content-security-policy", workerPolicy);
    },
  });
}

/**
 * Serves the built renderer in `folder`: its files, and `index.html` for every other address, with
 * 200 where a route matches and 404 where none does. Only files that exist at the
 * start are served, each by a route of its own, so that no address can reach another one.
 */
async function rendererFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const { config, brand } = app.portal;
  const template = await readFile(join(folder, "index.html"), "utf8");
  const origin = () => config.publicUrl ?? "";
  const site = (): Site => ({ name: brand.name, origin: origin(), ...config });

  await serveFiles(app, folder);
  app.get("/robots.txt", async (_, reply) => reply.type("text/plain").send(robotsTxt(origin())));
  app.get("/sitemap.xml", async (_, reply) =>
    reply.type("application/xml").send(sitemapXml(origin())),
  );

  const sendRoute = (request: FastifyRequest, reply: FastifyReply) => {
    const id = matchRoute(pathOf(request.url));
    if (id === null) reply.code(404);
    else if (routes[id].path.includes(":token")) reply.header("referrer-policy", "no-referrer");
    const facts = pageFacts(id, languageOf(request.url), brand.name);
    return sendPage(request, reply, pageHtml(template, facts, site()));
  };
  app.decorate("sendPage", sendRoute);
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPageRequest(request)) throw new ApiError("not-found");
    return sendRoute(request, reply);
  };
  app.get(shellPath, async (request, reply) => {
    const facts: PageFacts = { language: defaultLanguage, title: brand.name, preview: null };
    return sendPage(request, reply, pageHtml(template, facts, site()));
  });
  // One route for each page, so that the server knows which methods its address takes.
  for (const id of routeIds) app.get(routes[id].path, servePage);
  app.get("/*", servePage);
}

export default plugin(rendererFiles);
