import * as z from "zod/mini";
import { endpoint, noContent } from "./endpoint.ts";

/** Who named an address: an admin, `redirects.csv` of the content folder, or an import of entries. */
export const redirectOrigins = ["admin", "file", "import"] as const;

/** Most addresses that admins enter, and most in `redirects.csv`; imports have one or more for each entry. */
export const maxRedirects = 5000;
/** Longest former address, longest address that it leads to, and longest search, in characters. */
export const redirectLengths = { path: 500, target: 1000, search: 200 } as const;
const maxList = 1_500_000;

/** What can be wrong with a line of a list. */
const redirectProblems = [
  // It does not have two addresses.
  "columns",
  // The former address is none, has a query or fragment, or is one that the portal has itself.
  "from",
  "query",
  "own",
  // The address to lead to is none, is on another site, or is of no page of the portal.
  "to",
  "elsewhere",
  "unknown",
  "circle",
  // Another line leads the same address elsewhere.
  "repeated",
  // `redirects.csv` of the content folder has it.
  "file",
  "limit",
] as const;
export type RedirectProblem = (typeof redirectProblems)[number];

const redirectSchema = z.object({
  /** Path, decoded, without a slash at the end. */
  path: z.string(),
  /** A path of the portal, with query and fragment if it has them. */
  target: z.string(),
  origin: z.enum(redirectOrigins),
});
export type Redirect = z.infer<typeof redirectSchema>;

export const listRedirects = endpoint({
  method: "GET",
  path: "/redirects",
  summary: "List the addresses of the former site",
  access: "admin",
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(redirectLengths.search))),
    /** The path after which the page begins. */
    after: z.optional(z.string().check(z.maxLength(redirectLengths.path))),
  }),
  answer: z.object({
    items: z.array(redirectSchema),
    nextAfter: z.nullable(z.string()),
    /** Number of all, whatever is searched for. */
    total: z.int(),
  }),
});

/**
 * Adds or changes the addresses of a list: CSV with two columns, from and to. Writes nothing if a line cannot be used; the answer
 * has what is wrong with each.
 */
export const saveRedirects = endpoint({
  method: "POST",
  path: "/redirects",
  summary: "Add or change addresses of the former site",
  access: "admin",
  body: z.object({ list: z.string().check(z.maxLength(maxList)) }),
  maxBodyBytes: 2 * maxList,
  answer: z.object({
    added: z.int(),
    changed: z.int(),
    problems: z.array(z.object({ line: z.int(), problem: z.enum(redirectProblems) })),
  }),
});

export const removeRedirect = endpoint({
  method: "DELETE",
  path: "/redirects",
  summary: "Remove an address of the former site",
  access: "admin",
  query: z.object({ path: z.string().check(z.maxLength(redirectLengths.path)) }),
  answer: noContent,
  status: 204,
  errors: ["not-found", "read-only"],
});

/** Returns a line of such a list. Lists have encoded paths, in which these characters would mean something else. */
export const redirectLine = ({ path, target }: Pick<Redirect, "path" | "target">): string =>
  [path.replaceAll(/[%?#]/g, encodeURIComponent), target]
    .map((text) => (/[",;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(",");
