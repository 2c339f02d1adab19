import { shell } from "electron";
import { apiAddress, isApiPath, isPortalUrl, portalOrigin } from "./portal-address.ts";

/** Fields that a mailto link may fill in (RFC 6068); some mail programs attach files by others. */
const mailFields = new Set(["to", "cc", "bcc", "subject", "body"]);

/** Returns whether a mailto link fills in the usual fields only, each with one line but the body. */
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

/** Whether a part of a mailto link's query is a field. `attach` counts as a field, so that a link that attaches a file is refused. */
function isField(part: string): boolean {
  const [name = ""] = new URLSearchParams(part).keys();
  return part.includes("=") && (mailFields.has(name.toLowerCase()) || /^attach/i.test(name));
}

/**
 * Returns the query of a mailto link with its author's bare `&` escaped: what follows one and is no field, such as in
 * `subject=Q&A` and `subject=R&D=fun`, belongs to the value before it, with which no mail program takes it for a field.
 */
function withoutBareAmpersands(query: string): string {
  const [first = "", ...others] = query
    .replace(/&+$/, "")
    .replace(/&amp;(?=(?:to|cc|bcc|subject|body)=)/gi, "&")
    .split("&");
  return others.reduce(
    (joined, part) =>
      isField(part) ? `${joined}&${part}` : `${joined}%26${part.replaceAll("=", "%3D")}`,
    first,
  );
}

/** Returns a link as the programs of the system read it. Blanks in a telephone number are left out, and the fragment of a mailto link. */
function normalised(url: URL): URL {
  if (url.protocol === "tel:") return new URL(url.href.replace(/%20|\s/g, ""));
  if (url.protocol !== "mailto:") return url;
  const query = withoutBareAmpersands(url.search.slice(1));
  return new URL(`mailto:${url.pathname}${query && `?${query}`}`);
}

/** A number of RFC 3966, global or local, with its parameters, such as an extension. */
const isTelephone = ({ href }: URL) => /^tel:\+?[\d().*#-]{2,30}(;[\w-]+=[\w+.-]+)*$/.test(href);

/** Hosts of this machine, whose services are no pages to read. */
const isThisMachine = ({ hostname }: URL) =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:.*\])$/.test(hostname);

/** Checks the protocol first: a `blob:` URL has the origin of the page that created it. */
function isAllowed(url: URL, apiOrigin: string): boolean {
  switch (url.protocol) {
    case "https:":
      return true;
    case "http:":
      return url.origin === apiOrigin || !isThisMachine(url);
    case "mailto:":
      return isPlainMail(url);
    case "tel:":
      return isTelephone(url);
    default:
      return false;
  }
}

/**
 * Returns the URL to open in the system's browser, mail program or telephone, or null if it is not allowed.
 * Allowed are https, http to other machines, mailto, tel, and the API's exact origin. A path below `/api` is one at the API host.
 */
export function externalUrl(address: string, apiOrigin: string): string | null {
  if (address.length > 8_192) return null;
  if (address.startsWith("/") || isPortalUrl(address)) {
    const url = URL.parse(address, portalOrigin);
    if (!url || !isPortalUrl(url.href)) return null;
    return isApiPath(url.pathname) ? apiAddress(apiOrigin, url.pathname, url.search) : null;
  }
  const parsed = URL.parse(address);
  if (!parsed || parsed.username !== "" || parsed.password !== "") return null;
  const url = normalised(parsed);
  return isAllowed(url, apiOrigin) ? url.href : null;
}

/** Opens a URL in the program of the system for it. Resolves with false if it is not allowed. */
export async function openExternally(address: string, apiOrigin: string): Promise<boolean> {
  const url = externalUrl(address, apiOrigin);
  if (url === null) return false;
  await shell.openExternal(url);
  return true;
}
