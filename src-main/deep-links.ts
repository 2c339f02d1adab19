import { kindFacts } from "../src-shared/content-kinds.ts";
import { matchRoute, type RouteId } from "../src-shared/routes.ts";
import { brand } from "./brand.ts";

/** Routes that a link from outside may open. */
const linkable: ReadonlySet<RouteId | null> = new Set<RouteId>([
  "resetPassword",
  "memberships",
  ...Object.values(kindFacts).flatMap(({ list, entry }) => [list, entry]),
]);

const start = `${brand.deepLinkScheme}://`;

/** A part of a path, encoded as ours are; null for what no address of ours has. */
function encodedPart(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return /^[\w.~-]+$/.test(text) && !/^\.+$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/**
 * The path of ours that a deep link leads to (`ringside://articles/weave-entries`), or null for
 * anything but a known route. Query and hash are left behind.
 */
export function deepLinkPath(link: string): string | null {
  if (link.length > 2_048 || !link.toLowerCase().startsWith(start)) return null;
  const [bare = ""] = link.slice(start.length).split(/[?#]/, 1);
  const parts = bare
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(encodedPart);
  if (parts.includes(null)) return null;
  const path = `/${parts.join("/")}`;
  return linkable.has(matchRoute(path)) ? path : null;
}

/** The path of the first deep link among the arguments of a start, or null. */
export function deepLinkIn(argv: readonly string[]): string | null {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(start));
  return link === undefined ? null : deepLinkPath(link);
}
