/** Scheme and host that the renderer is served under; the renderer knows no other origin. */
export const portalScheme = "app";
const host = "portal";
export const portalOrigin = `${portalScheme}://${host}`;

/** Whether the address is one of ours, by its parsed parts: `app://portal.example` is not. */
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

/** What follows the origin in an address of ours. Throws when it is no address. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** Whether a path is the API's, which main forwards. */
export const isApiPath = (path: string): boolean => path === "/api" || path.startsWith("/api/");

/**
 * The address at the API host that a path below `/api` is forwarded to. Null for a path that an
 * http address would read differently: a backslash is a slash there, and leads out of `/api`.
 */
export function apiAddress(apiOrigin: string, pathname: string, search = ""): string | null {
  if (/\\|%5c/i.test(pathname)) return null;
  const url = URL.parse(`${apiOrigin}${pathname}${search}`);
  return url?.origin === apiOrigin && isApiPath(url.pathname) ? url.href : null;
}
