import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import Negotiator from "negotiator";
import { contentSecurityPolicy } from "../../../src-shared/content-security-policy.ts";
import {
  defaultLanguage,
  isLanguage,
  languageParameter,
  type Language,
} from "../../../src-shared/languages.ts";
import { matchRoute, routeIds, routes, type RouteId } from "../../../src-shared/routes.ts";
import type { ServerBuild } from "../../../src-shared/served-page.ts";
import { ApiError } from "../../infra/api-error.ts";
import { currentFlags } from "../flags/module.ts";
import { pageFacts } from "./page-facts.ts";
import { pageHtml, type Site } from "./page-html.ts";
import { createRenderedPages, type ReadyPage, type RenderedPages } from "./rendered-pages.ts";
import { stylesheetOf } from "./served-html.ts";
import { robotsTxt, sitemapXml } from "./sitemap.ts";

/** Addresses below these are never pages: a missing file there is 404, not `index.html`. */
const notPages = /^\/(api|assets)(\/|$)/;

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

const languageOf = (url: string): Language => {
  const lang = new URLSearchParams(url.slice(pathOf(url).length)).get(languageParameter);
  return isLanguage(lang) ? lang : defaultLanguage;
};

/** Parameters that change nothing on a page: its language, and marks of campaigns. */
const harmless = new RegExp(`^(${languageParameter}|utm_\\w+|gclid|fbclid|ref)$`);

/** Returns the route of an address whose page is rendered for everybody, or null. */
function renderedRoute(url: string): RouteId | null {
  const path = pathOf(url);
  const id = matchRoute(path);
  if (id === null || !("publicHtml" in routes[id]) || routes[id].path !== path) return null;
  const names = [...new URLSearchParams(url.slice(path.length)).keys()];
  return names.every((name) => harmless.test(name)) ? id : null;
}

/** Loads the server build that stands beside the renderer; null without one. */
async function loadServerBuild(folder: string): Promise<ServerBuild | null> {
  const file = join(folder, "../server/render-page.js");
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  return isThere ? ((await import(pathToFileURL(file).href)) as ServerBuild) : null; // checked by the compiler there
}

/** Returns the pages that are rendered for everybody; null without a server build. */
async function renderedPages(
  app: FastifyInstance,
  folder: string,
  template: string,
  plain: (id: RouteId, language: Language) => string,
): Promise<RenderedPages | null> {
  const build = await loadServerBuild(folder);
  if (!build) return null;
  const stylesheet = stylesheetOf(template);
  return createRenderedPages(app.portal, build, {
    plain: async (id, language) => plain(id, language),
    flags: () => currentFlags(app.portal.database),
    get: async (address, language) => {
      const headers = { "accept-language": language };
      const answer = await app.inject({ url: `/api${address}`, headers });
      if (answer.statusCode !== 200) throw new Error(`GET ${address}: ${answer.statusCode}`);
      return answer.body;
    },
    css: stylesheet === null ? "" : await readFile(join(folder, stylesheet), "utf8"),
  });
}

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

const isHeld = (request: FastifyRequest, etag: string): boolean =>
  request.headers["if-none-match"]?.split(/,\s*/).includes(etag) ?? false;

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
  return reply.statusCode === 200 && isHeld(request, etag)
    ? reply.code(304).send()
    : reply.send(html);
}

/** Serves the files. Those under /assets/ have a hash of their content in the name; others may change. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, "assets") + sep;
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
    },
  });
}

/** Returns the smallest encoding that the caller accepts, or null. */
function encodingFor(request: FastifyRequest): "br" | "gzip" | null {
  const accepted = new Negotiator(request.raw).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}

/** Sends a page that was rendered for everybody, or 304. */
function sendReady(request: FastifyRequest, reply: FastifyReply, page: ReadyPage) {
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": page.policy,
    vary: "accept-encoding",
    etag: page.etag,
  });
  if (isHeld(request, page.etag)) return reply.code(304).send();
  const encoding = encodingFor(request);
  if (encoding === null) return reply.send(page.html);
  return reply.header("content-encoding", encoding).send(page.encoded[encoding]);
}

/**
 * Serves the built renderer in `folder`: its files, and a page for every other address, with
 * 200 where a route matches and 404 where none does. Public pages come with their content
 * (docs/decisions/0012-public-html.md), others are `index.html`. Only files that exist at the
 * start are served, each by a route of its own, so that no address can reach another one.
 */
async function rendererFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const { config, brand } = app.portal;
  const template = await readFile(join(folder, "index.html"), "utf8");
  const origin = () => config.publicUrl ?? "";
  const site = (): Site => ({ name: brand.name, origin: origin(), ...config });
  const plainPage = (id: RouteId | null, language: Language) =>
    pageHtml(template, pageFacts(id, language, brand.name), site());
  const rendered = await renderedPages(app, folder, template, plainPage);

  await serveFiles(app, folder);
  app.get("/robots.txt", async (_, reply) => reply.type("text/plain").send(robotsTxt(origin())));
  app.get("/sitemap.xml", async (_, reply) =>
    reply.type("application/xml").send(sitemapXml(origin())),
  );

  const sendPlain = (request: FastifyRequest, reply: FastifyReply) => {
    const id = matchRoute(pathOf(request.url));
    if (id === null) reply.code(404);
    else if (routes[id].path.includes(":token")) reply.header("referrer-policy", "no-referrer");
    return sendPage(request, reply, plainPage(id, languageOf(request.url)));
  };
  app.decorate("sendPage", sendPlain);
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPageRequest(request)) throw new ApiError("not-found");
    const id = rendered && renderedRoute(request.url);
    const page =
      id &&
      (await rendered.get(id, languageOf(request.url)).catch((error: unknown) => {
        // The plain page says by itself what it cannot load.
        request.log.error({ err: error }, "a public page could not be rendered");
      }));
    return page ? sendReady(request, reply, page) : sendPlain(request, reply);
  };
  // One route for each page, so that the server knows which methods its address takes.
  for (const id of routeIds) app.get(routes[id].path, servePage);
  app.get("/*", servePage);
}

export default plugin(rendererFiles);
