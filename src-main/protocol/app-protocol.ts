import { protocol } from "electron";
import { contentSecurityPolicy } from "../../src-shared/content-security-policy.ts";
import { matchRoute, routes } from "../../src-shared/routes.ts";
import type { DesktopConfig } from "../desktop-config.ts";
import { forwardApi } from "./forward-api.ts";
import { isApiPath, isPortalUrl, portalScheme } from "../links/portal-address.ts";
import type { RendererFiles } from "./renderer-files.ts";

/** Makes `app:` an origin with history, fetch and streams, and without a way round the policy. */
export function registerPortalScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: portalScheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        // Off by default for schemes of an app's own: every start would compile all scripts anew.
        codeCache: true,
      },
    },
  ]);
}

const everyAnswer = { "x-content-type-options": "nosniff" };

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...everyAnswer, ...headers },
  });

/** The path as a file would be called; as it is where its percent-encoding is broken. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a decoded path tries to leave the folder. */
const leavesFolder = (path: string) => /[\\\0]|(^|\/)\.\.?(\/|$)/.test(path);

/** The page with the run-time configuration in its head. */
function configuredPage(page: string, { launchDarklyClientId }: DesktopConfig): string {
  const id = (launchDarklyClientId ?? "").replace(/[^\w-]/g, "");
  return page.replace(
    /(<meta name="launchdarkly-client-id" content=")[^"]*"/,
    (_, start: string) => `${start}${id}"`,
  );
}

/** `index.html` with the policy of every page: 404 where no route matches, as the web has it. */
function sendPage(path: string, html: string, config: DesktopConfig): Response {
  const id = matchRoute(path);
  const secret = id !== null && routes[id].path.includes(":token");
  return new Response(html, {
    status: id === null ? 404 : 200,
    headers: {
      ...everyAnswer,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": contentSecurityPolicy({
        launchDarkly: config.launchDarklyClientId !== null,
      }),
      "referrer-policy": secret ? "no-referrer" : "strict-origin-when-cross-origin",
    },
  });
}

/** The answer to a GET of a path: a file, the page, or why neither. */
async function readPath(
  pathname: string,
  html: string,
  files: RendererFiles,
  config: DesktopConfig,
): Promise<Response> {
  const path = decodedPath(pathname);
  if (leavesFolder(path)) return plain(400, "Bad request");
  const file = await files.read(path);
  if (file) {
    return new Response(file.content, { headers: { ...everyAnswer, "content-type": file.type } });
  }
  // A page in place of a missing chunk would break `import()` in a way that nobody understands.
  return path.startsWith("/assets/") ? plain(404, "Not found") : sendPage(pathname, html, config);
}

/**
 * Answers requests to `app://portal/`: files of the renderer, its page for every other address but
 * those below `/assets/`, and `/api` by forwarding. Any other host is refused.
 */
export function portalHandler(files: RendererFiles, config: DesktopConfig) {
  const html = configuredPage(files.page, config);
  return async (request: Request): Promise<Response> => {
    if (!isPortalUrl(request.url)) return plain(403, "Forbidden");
    const pathname = new URL(request.url).pathname || "/";
    if (isApiPath(pathname)) return forwardApi(request, config.apiOrigin);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "Method not allowed", { allow: "GET, HEAD" });
    }
    const answer = await readPath(pathname, html, files, config);
    return request.method === "HEAD" ? new Response(null, answer) : answer;
  };
}
