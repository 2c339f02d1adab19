/** Scheme and only origin of the renderer. */
export const portalScheme = "app";
export const portalOrigin = `${portalScheme}://portal`;
/** Origin of the page that asks for the portal's address. It is not the renderer's: a portal's pages cannot reach it. */
export const connectOrigin = `${portalScheme}://connect`;

function isAt(origin: string, url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    `${parsed.protocol}//${parsed.host}` === origin &&
    parsed.username === "" &&
    parsed.password === ""
  );
}

/** Returns whether a URL is at one of some hosts, by https. */
export const isAtHost = (url: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => isAt(`https://${host}`, url));

/** Returns whether a URL has exactly our origin: `app://portal.example` does not. */
export const isPortalUrl = (url: string): boolean => isAt(portalOrigin, url);

/** Returns whether a URL belongs to the page that asks for the portal's address. */
export const isConnectUrl = (url: string): boolean => isAt(connectOrigin, url);

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
