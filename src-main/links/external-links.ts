import { shell } from "electron";
import { apiAddress, isApiPath, isPortalUrl, portalOrigin } from "./portal-address.ts";

/** Fields a mailto link may fill in: others could attach files or add recipients. */
const mailFields = new Set(["subject", "body"]);

/** Returns whether a mailto link contains only recipients, subject and body. */
function isPlainMail({ pathname, searchParams }: URL): boolean {
  return (
    !/%0[ad]/i.test(pathname) &&
    [...searchParams].every(
      ([name, value]) =>
        mailFields.has(name.toLowerCase()) &&
        (name.toLowerCase() === "body" || !/[\r\n]/.test(value)),
    )
  );
}

/** Checks the protocol first: a `blob:` URL has the origin of the page that created it. */
function isAllowed(url: URL, apiOrigin: string): boolean {
  switch (url.protocol) {
    case "https:":
      return true;
    case "http:":
      return url.origin === apiOrigin;
    case "mailto:":
      return isPlainMail(url);
    default:
      return false;
  }
}

/**
 * Returns the URL to open in the system's browser or mail program, or null if it is not allowed.
 * Allowed are https, mailto and the API's exact origin. A path below `/api` is one at the API host.
 */
export function externalUrl(address: string, apiOrigin: string): string | null {
  if (address.length > 8_192) return null;
  if (address.startsWith("/") || isPortalUrl(address)) {
    const url = URL.parse(address, portalOrigin);
    if (!url || !isPortalUrl(url.href)) return null;
    return isApiPath(url.pathname) ? apiAddress(apiOrigin, url.pathname, url.search) : null;
  }
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return null;
  return isAllowed(url, apiOrigin) ? url.href : null;
}

/** Opens a URL in the system's browser or mail program. Resolves with false if it is not allowed. */
export async function openExternally(address: string, apiOrigin: string): Promise<boolean> {
  const url = externalUrl(address, apiOrigin);
  if (url === null) return false;
  await shell.openExternal(url);
  return true;
}
