import { shell } from "electron";
import { isApiPath, isPortalUrl } from "./portal-address.ts";

/**
 * The address as the system is to open it, or null when it is none for the system: https, mailto,
 * and exactly the API's origin (security row 12). A path below `/api` is one at the API host.
 */
export function externalUrl(address: string, apiOrigin: string): string | null {
  if (address.length > 8_192) return null;
  const url = URL.parse(address.startsWith("/") ? `${apiOrigin}${address}` : address);
  if (!url || url.username !== "" || url.password !== "") return null;
  if (isPortalUrl(address)) {
    return isApiPath(url.pathname) ? `${apiOrigin}${url.pathname}${url.search}` : null;
  }
  if (address.startsWith("/") && !isApiPath(url.pathname)) return null;
  const allowed =
    url.protocol === "https:" || url.protocol === "mailto:" || url.origin === apiOrigin;
  return allowed ? url.href : null;
}

/** Opens an address in the system's browser or mail program; false when it is not opened. */
export async function openExternally(address: string, apiOrigin: string): Promise<boolean> {
  const url = externalUrl(address, apiOrigin);
  if (url === null) return false;
  await shell.openExternal(url);
  return true;
}
