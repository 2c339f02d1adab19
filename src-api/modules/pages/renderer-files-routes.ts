import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { contentSecurityHeaders } from "#shared/content-security-policy.ts";
import { playerHosts } from "#shared/embeds.ts";
import { entryOfPath } from "#shared/content-kinds.ts";
import { languageParameter, type Language } from "#shared/languages.ts";
import { findRoute, type PartSettings } from "#shared/parts.ts";
import { type RouteFiles, withHints } from "#shared/route-files.ts";
import { isServed, routeIds, routes, type RouteAccess } from "#shared/routes.ts";
import type { ServerBuild } from "#shared/served-page.ts";
import { shellRevision } from "#shared/service-worker.ts";
import { brandPicturePath, publicBrand, type InstalledBrand } from "#api/brand.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { isIn, ownFiles, ownFolders } from "#api/infra/own-addresses.ts";
import type { Portal } from "#api/portal.ts";
import { currentFlags } from "#api/modules/flags/module.ts";
import { findRedirect } from "#api/modules/redirects/module.ts";
import crawlerRoutes from "./crawler-routes.ts";
import { EncodedBody } from "#api/http/encoded-body.ts";
import { entityTag, isUnchanged } from "#api/http/entity-tag.ts";
import { isHttps } from "#api/http/security-headers.ts";
import linkPictureRoutes from "./link-pictures/link-picture-routes.ts";
import { entryAt, hasItem, pageFacts, type FactSources, type PageFacts } from "./page-facts.ts";
import { pageHtml, type Site } from "./page-html.ts";
import { createPublicReads, type PublicReads } from "./public-reads.ts";
import {
  createRenderedPages,
  type PublicPage,
  type ReadyPage,
  type RenderedPages,
} from "./rendered-pages.ts";
import { stylesheetOf } from "./served-html.ts";
import { addressWithoutLanguage, requestedLanguage } from "./requested-language.ts";
import { readRouteFiles, withRouteFiles } from "./route-files.ts";
import { withoutScriptStyle } from "./without-script.ts";

const membersOnly: ReadonlySet<RouteAccess> = new Set(["user", "member", "reviewer", "admin"]);
const logoOnDark = (brand: InstalledBrand) => brandPicturePath(brand, "logo-mark-on-dark.svg");

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

/** Parameters that change nothing on a page: its language, and marks of campaigns. */
const harmless = new RegExp(`^(${languageParameter}|utm_\\w+|gclid|fbclid|ref)$`);

/** Returns the page of an address if it is rendered for everybody, or null. */
function renderedPage(brand: PartSettings, url: string): PublicPage | null {
  const path = pathOf(url);
  const id = findRoute(brand, { pathname: path, search: url.slice(path.length) });
  if (id === null || path.endsWith("/") !== (path === "/")) return null;
  if (!isServed(id)) return null;
  const names = [...new URLSearchParams(url.slice(path.length)).keys()];
  return names.every((name) => harmless.test(name)) ? { id, path } : null;
}

/** Returns the present address of an entry that had this address, with its query; null if none had. */
async function movedAddress(url: string, { moved }: Pick<PublicReads, "moved">) {
  const path = pathOf(url);
  const entry = entryAt(path);
  const to = entry && (await moved(entry).catch(() => null));
  return to ? path.replace(/[^/]+\/?$/, to) + url.slice(path.length) : null;
}

/** Returns whether the portal has something at an address: a page, and the entry or author that it is about. */
async function isOwnAddress(url: string, { brand, reads }: Pick<FactSources, "brand" | "reads">) {
  const path = pathOf(url).replace(/#.*/, "");
  const id = findRoute(brand, { pathname: path, search: url.slice(path.length) });
  if (id === null) return false;
  const [language] = brand.languages;
  const entry = entryOfPath(path);
  if (!entry) return hasItem({ id, path, language }, reads);
  return (await reads.teaser({ ...entry, language }).catch(() => true)) !== null;
}

/** Returns where a former address leads, if the portal has nothing there itself; null for others. */
async function formerAddress(
  url: string,
  { database }: Pick<Portal, "database">,
  sources: Pick<FactSources, "brand" | "reads">,
): Promise<string | null> {
  if (await isOwnAddress(url, sources)) return null;
  const isOwn = (address: string) => isOwnAddress(address, sources);
  const found = await findRedirect(database, url, isOwn).catch(() => null);
  if (found === null) return null;
  const [address = "", ...anchor] = found.split(/(?=#)/);
  const to = (await movedAddress(address, sources.reads)) ?? address;
  return pathOf(to) === pathOf(url) ? null : to + anchor.join("");
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

type RenderedFrom = {
  folder: string;
  template: string;
  build: ServerBuild;
  routeFiles: RouteFiles;
};

async function renderedPages(
  app: FastifyInstance,
  { folder, template, build, routeFiles }: RenderedFrom,
  plain: (page: PublicPage, language: Language) => Promise<string>,
): Promise<RenderedPages> {
  const stylesheet = stylesheetOf(template);
  return createRenderedPages(app.portal, build, {
    plain,
    files: (id, language) => routeFiles.routes[id]?.[language] ?? [],
    flags: () => currentFlags(app.portal.database),
    brand: (language) => publicBrand(app.portal.brand, [language]),
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
    sendPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  }
}

/** Returns whether a request is for a page or a file, and not for the API. */
export const isPageRequest = ({ method, url }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  !Object.values(ownFolders).some((folder) => isIn(folder, pathOf(url)));

/** Sends a page with its security policy, or 304 if the caller has it already. */
function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  const { brand, config } = request.server.portal;
  const etag = entityTag(html);
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-cache")
    .header("etag", etag)
    .headers(
      contentSecurityHeaders({
        launchDarkly: config.launchDarklyClientId !== null,
        frames: playerHosts(brand),
        https: isHttps(config),
        styles: [withoutScriptStyle(brand)],
      }),
    );
  return reply.statusCode === 200 && isUnchanged(request.headers["if-none-match"], etag)
    ? reply.code(304).send()
    : reply.send(html);
}

/** Policy of the service worker, which may fetch from here only; that of the page does not apply to it. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Serves the files. Those under /assets/ have a hash of their content in the name; others may change. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, ownFolders.assets) + sep;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    globIgnore: ["index.html", "service-worker.js", "**/*.{br,gz}"],
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(assets);
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}

/** Sends what is the same for everybody, such as a rendered page, or 304. */
async function sendReady({ headers }: FastifyRequest, reply: FastifyReply, page: ReadyPage) {
  reply.headers(page.headers);
  if (isUnchanged(headers["if-none-match"], page.headers.etag)) return reply.code(304).send();
  const { bytes, encoding } = await page.body.encodedFor(headers["accept-encoding"]);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(bytes);
}

/** Serves the service worker, which fetches the shell anew when that differs, such as with another brand. */
async function serveServiceWorker(app: FastifyInstance, folder: string, shell: () => string) {
  const built = await readFile(join(folder, ownFiles.serviceWorker), "utf8").catch(() => null);
  if (built === null) return;
  let latest: { revision: string; script: ReadyPage } | null = null;
  app.get(ownFiles.serviceWorker, async (request, reply) => {
    const revision = createHash("sha256").update(shell()).digest("hex");
    if (latest?.revision !== revision) {
      const text = built.replaceAll(shellRevision, revision);
      const headers = {
        etag: entityTag(text),
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": workerPolicy,
        vary: "accept-encoding",
      };
      latest = { revision, script: { body: new EncodedBody(text), headers } };
    }
    return sendReady(request, reply, latest.script);
  });
}

/**
 * Serves the built renderer in `folder`: its files, and a page for every other address, with
 * 200 where a route matches and 404 where none does. Public pages come with their content
 * (docs/decisions/0012-public-html.md), others are `index.html`. Only files that exist at the
 * start are served, each by a route of its own, so that no address can reach another one.
 */
async function rendererFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const { portal } = app;
  const { config } = portal;
  const template = await readFile(join(folder, "index.html"), "utf8");
  const routeFiles = await readRouteFiles(folder);
  const origin = () => config.publicUrl ?? "";
  const site = (): Site => ({ ...config, brand: portal.brand, origin: origin() });
  const build = await loadServerBuild(folder);
  const reads = createPublicReads(app.portal);
  await app.register(linkPictureRoutes, { reads, drawCover: build?.coverSvg ?? null });
  const { linkPicturePath } = app;
  const sources = {
    get brand() {
      return portal.brand;
    },
    origin,
    reads,
    linkPicturePath,
  };
  const rendered =
    build &&
    (await renderedPages(app, { folder, template, build, routeFiles }, async (page, language) =>
      pageHtml(
        template,
        { ...(await pageFacts({ ...page, language }, sources)), isRendered: true },
        site(),
      ),
    ));

  await serveFiles(app, folder);
  await app.register(crawlerRoutes, sources);

  const sendPlain = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const search = request.url.slice(path.length);
    const id = findRoute(portal.brand, { pathname: path, search });
    if (id !== null && routes[id].path.includes(":token"))
      reply.header("referrer-policy", "no-referrer");
    const language = requestedLanguage(request.url, portal.brand.languages);
    const facts = await pageFacts({ id, path, language }, sources);
    if (facts.isMissing) reply.code(404);
    const page = pageHtml(template, facts, site());
    // Of the member area's start screen and menus.
    const logo = id && membersOnly.has(routes[id].access) ? [logoOnDark(portal.brand)] : [];
    return sendPage(
      request,
      reply,
      withHints(withRouteFiles(page, routeFiles, { id, language }), logo),
    );
  };
  app.decorate("sendPage", sendPlain);
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPageRequest(request)) throw new ApiError("not-found");
    const moved = await movedAddress(request.url, reads);
    // Asked for again each time: another entry may get the address.
    if (moved !== null) return reply.header("cache-control", "no-cache").redirect(moved, 301);
    const former = await formerAddress(request.url, portal, sources);
    // Only for an hour, so that a wrong redirect can be corrected.
    if (former !== null) return reply.header("cache-control", "max-age=3600").redirect(former, 301);
    const elsewhere = addressWithoutLanguage(request.url, portal.brand.languages);
    // For now: the language may be turned on again.
    if (elsewhere !== null) return reply.header("cache-control", "no-cache").redirect(elsewhere);
    const language = requestedLanguage(request.url, portal.brand.languages);
    const wanted = rendered && renderedPage(portal.brand, request.url);
    if (!wanted || !(await hasItem({ ...wanted, language }, reads)))
      return sendPlain(request, reply);
    const page = await rendered.get(wanted, language).catch((error: unknown) => {
      // The plain page says by itself what it cannot load.
      request.log.error({ err: error }, "a public page could not be rendered");
    });
    return page ? sendReady(request, reply, page) : sendPlain(request, reply);
  };
  const shell = () => {
    const facts: PageFacts = {
      id: null,
      language: portal.brand.languages[0],
      title: portal.brand.name,
      indexed: false,
      preview: null,
      structuredData: [],
      languages: portal.brand.languages,
      isMissing: false,
    };
    return pageHtml(template, facts, site());
  };
  app.get(ownFiles.shell, async (request, reply) => sendPage(request, reply, shell()));
  await serveServiceWorker(app, folder, shell);
  // One route for each page, so that the server knows which methods its address takes.
  for (const id of routeIds) app.get(routes[id].path, servePage);
  app.get("/*", servePage);
}

export default plugin(rendererFiles, { name: "renderer-files" });
