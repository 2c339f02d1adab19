import { kindFacts } from "#shared/content-kinds.ts";
import { matchRoute, type RouteId } from "#shared/routes.ts";
import { brand } from "../brand.ts";

/** Routes that a deep link may open. */
const linkable: ReadonlySet<RouteId | null> = new Set<RouteId>([
  "resetPassword",
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

/** Returns the path that a deep link opens, without query and hash; null for other routes. */
export function deepLinkPath(link: string): string | null {
  if (link.length > 2_048 || !link.toLowerCase().startsWith(start)) return null;
  const [bare = ""] = link.slice(start.length).split(/[?#]/, 1);
  const parts = bare
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(decodedSegment);
  if (parts.includes(null)) return null;
  const path = `/${parts.join("/")}`;
  return linkable.has(matchRoute(path)) ? path : null;
}

export function deepLinkIn(argv: readonly string[]): string | null {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(start));
  return link === undefined ? null : deepLinkPath(link);
}
