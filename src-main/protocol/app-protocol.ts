import { protocol, session } from "electron";
import { brandedPage } from "#shared/brand-page.ts";
import type { PublicBrand } from "#shared/brand.ts";
import { contentSecurityPolicy } from "#shared/content-security-policy.ts";
import { playerHosts, vimeoPlayerHost, youTubePlayerHost } from "#shared/embeds.ts";
import { signedInAttribute } from "#shared/first-paint.ts";
import type { Language } from "#shared/languages.ts";
import { withHints } from "#shared/route-files.ts";
import { matchRoute, routes } from "#shared/routes.ts";
import { forwardApi } from "./forward-api.ts";
import { isApiPath, isPortalUrl, portalScheme } from "../links/portal-address.ts";
import type { KeptAnswer } from "../portal/legal-texts.ts";
import type { RendererFile, RendererFiles } from "./renderer-files.ts";

/** Gives `app:` an origin with history, fetch and streams. It cannot bypass the CSP. */
export function registerPortalScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: portalScheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        // Off by default for custom schemes: every start would compile all scripts again.
        codeCache: true,
      },
    },
  ]);
}

/**
 * Names the portal to the players of YouTube, which refuse pages without a referrer, and of Vimeo, whose videos may be allowed on some
 * sites only: pages of `app:` have none. What a player loads then names the player.
 */
export function sendReferrerToPlayers(portalOrigin: () => string): void {
  const urls = [youTubePlayerHost, vimeoPlayerHost].map((host) => `https://${host}/*`);
  session.defaultSession.webRequest.onBeforeSendHeaders(
    { urls, types: ["subFrame"] },
    ({ requestHeaders }, answer) =>
      answer({ requestHeaders: { ...requestHeaders, Referer: `${portalOrigin()}/` } }),
  );
}

/** What the pages and requests of a portal need to know of it. */
type PortalConfig = { apiOrigin: string; launchDarklyClientId: string | null };

const commonHeaders = { "x-content-type-options": "nosniff" };

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...commonHeaders, ...headers },
  });

/** Decodes a path. Returns it unchanged if its percent-encoding is invalid. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns whether a decoded path tries to leave the folder. */
const leavesFolder = (path: string) => /[\\\0]|(^|\/)\.\.?(\/|$)/.test(path);

/** What browsers ask the portal for: the system knows the app's icon, and it is installed already. */
const browserLinks = /\s*<link rel="(icon|apple-touch-icon|manifest)"[^>]*>/g;

/** Writes the run-time configuration into the head of the page. */
function configuredPage(page: string, { launchDarklyClientId }: PortalConfig): string {
  const id = (launchDarklyClientId ?? "").replace(/[^\w-]/g, "");
  return page
    .replaceAll(browserLinks, "")
    .replace(
      /(<meta name="launchdarkly-client-id" content=")[^"]*"/,
      (_, start: string) => `${start}${id}"`,
    );
}

/** Responds with a file. Names below `/assets/` contain a hash of the file, so that it never changes. */
function sendFile(path: string, { type, content }: RendererFile): Response {
  const hashed = path.startsWith("/assets/");
  return new Response(content, {
    headers: {
      ...commonHeaders,
      "content-type": type,
      "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
    },
  });
}

type PageState = {
  /** Whether somebody is logged in, for the first paint. */
  isSignedIn: () => boolean;
  language: () => Language;
  brand: () => PublicBrand;
  /** Answers of the API that are there without a connection. */
  kept?: KeptAnswer;
};

/** Returns a function that writes `index.html` for a path, with hints for the files of its first screen. */
function pageWriter({ page, ofRoutes }: RendererFiles, config: PortalConfig, state: PageState) {
  const configured = configuredPage(page, config);
  return (path: string): string => {
    const id = matchRoute(path);
    const branded = brandedPage(configured, state.brand());
    const html = state.isSignedIn()
      ? branded.replace("<html", `<html ${signedInAttribute}`)
      : branded;
    return withHints(html, (id && ofRoutes[id]?.[state.language()]) ?? []);
  };
}

/** Responds with `index.html` and its CSP. Status 404 if no route matches, as on the web. */
function sendPage(
  path: string,
  html: string,
  { launchDarklyClientId }: PortalConfig,
  brand: PublicBrand,
): Response {
  const id = matchRoute(path);
  const secret = id !== null && routes[id].path.includes(":token");
  return new Response(html, {
    status: id === null ? 404 : 200,
    headers: {
      ...commonHeaders,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": contentSecurityPolicy({
        launchDarkly: launchDarklyClientId !== null,
        frames: playerHosts(brand),
      }),
      "referrer-policy": secret ? "no-referrer" : "strict-origin-when-cross-origin",
    },
  });
}

/** Responds to a GET of a path with a file, the page or an error. */
async function readPath(
  pathname: string,
  files: RendererFiles,
  pageAt: (pathname: string) => Response,
): Promise<Response> {
  const path = decodedPath(pathname);
  if (leavesFolder(path)) return plain(400, "Bad request");
  const file = await files.read(path);
  if (file) return sendFile(path, file);
  // Not the page: `import()` of a missing chunk would fail with a confusing error.
  if (path.startsWith("/assets/")) return plain(404, "Not found");
  return pageAt(pathname);
}

/** Returns the handler of `app://portal/`: the renderer's files, `/api`, else `index.html`. Other hosts get 403. */
export function portalHandler(files: RendererFiles, config: PortalConfig, state: PageState) {
  const htmlOf = pageWriter(files, config, state);
  const pageAt = (path: string) => sendPage(path, htmlOf(path), config, state.brand());
  return async (request: Request): Promise<Response> => {
    if (!isPortalUrl(request.url)) return plain(403, "Forbidden");
    const pathname = new URL(request.url).pathname || "/";
    if (isApiPath(pathname)) return forwardApi(request, config.apiOrigin, state.kept);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "Method not allowed", { allow: "GET, HEAD" });
    }
    const answer = await readPath(pathname, files, pageAt);
    return request.method === "HEAD" ? new Response(null, answer) : answer;
  };
}
