/** Scheme and host of the renderer's only origin. */
export const portalScheme = "app";
const host = "portal";
export const portalOrigin = `${portalScheme}://${host}`;

/** Returns whether a URL has exactly our origin: `app://portal.example` does not. */
export function isPortalUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    parsed.protocol === `${portalScheme}:` &&
    parsed.host === host &&
    parsed.username === "" &&
    parsed.password === ""
  );
}

/** Returns path, query and hash of a URL. Throws if it is not a URL. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** Returns whether a path belongs to the API, which main forwards. */
export const isApiPath = (path: string): boolean => path === "/api" || path.startsWith("/api/");

/** Returns the URL that a path is forwarded to. Null for a backslash: it could leave `/api`. */
export function apiAddress(apiOrigin: string, pathname: string, search = ""): string | null {
  if (/\\|%5c/i.test(pathname)) return null;
  const url = URL.parse(`${apiOrigin}${pathname}${search}`);
  return url?.origin === apiOrigin && isApiPath(url.pathname) ? url.href : null;
}
