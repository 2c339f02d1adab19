import { shell } from "electron";
import { apiAddress, isApiPath, isPortalUrl, portalOrigin } from "./portal-address.ts";

/** What a link may prefill in the mail program: anything else could attach files or add recipients. */
const mailFields = new Set(["subject", "body"]);

/** Whether a mail address names recipients, and nothing but a subject and a text for them. */
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

/** By the protocol first: a `blob:` address has the origin of the page that made it. */
function isForSystem(url: URL, apiOrigin: string): boolean {
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
 * The address as the system is to open it, or null when it is none for the system: https, mailto,
 * and exactly the API's origin. A path below `/api` is one at the API host.
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
  return isForSystem(url, apiOrigin) ? url.href : null;
}

/** Opens an address in the system's browser or mail program; false when it is not opened. */
export async function openExternally(address: string, apiOrigin: string): Promise<boolean> {
  const url = externalUrl(address, apiOrigin);
  if (url === null) return false;
  await shell.openExternal(url);
  return true;
}
