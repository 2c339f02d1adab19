import { linkablePortal } from "#shared/brand.ts";
import { kindFacts } from "#shared/content-kinds.ts";
import { matchRoute, type RouteId } from "#shared/routes.ts";
import { brand } from "../brand.ts";

/** Routes that a deep link may open. */
const linkable: ReadonlySet<RouteId | null> = new Set<RouteId>([
  "resetPassword",
  "invitation",
  "memberships",
  ...Object.values(kindFacts).flatMap(({ list, entry }) => [list, entry]),
]);

const start = `${brand.deepLinkScheme}://`;

/** Decodes a path segment; null for characters that no path of the portal contains. */
function decodedSegment(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return /^[\w.~-]+$/.test(text) && !/^\.+$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** What a deep link leads to: a page, of a certain portal if it names one (`ringside://portal.example.com/memberships`). */
export type DeepLink = {
  /** Host and port as they stand in the link; null for the portal that the app is at. */
  portal: string | null;
  /** Path without query and hash; null if the link names no page that links may open. */
  path: string | null;
};

/** Parses a deep link; null for one that leads nowhere. */
export function parseDeepLink(link: string): DeepLink | null {
  if (link.length > 2_048 || !link.toLowerCase().startsWith(start)) return null;
  const [bare = ""] = link.slice(start.length).split(/[?#]/, 1);
  const [first = "", ...rest] = bare.replace(/^\/|\/$/g, "").split("/");
  const portal = linkablePortal.test(first) ? first.toLowerCase() : null;
  const segments = portal === null ? [first, ...rest] : rest;
  const parts = segments.map(decodedSegment);
  if (parts.includes(null)) return null;
  const path = `/${parts.join("/")}`;
  const opened = linkable.has(matchRoute(path)) ? path : null;
  // A portal by itself is opened at its home page.
  return opened !== null || (portal !== null && segments.length === 0)
    ? { portal, path: opened }
    : null;
}

export function deepLinkIn(argv: readonly string[]): DeepLink | null {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(start));
  return link === undefined ? null : parseDeepLink(link);
}
