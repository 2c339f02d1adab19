import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { FastifyInstance } from "fastify";
import {
  listRedirects,
  maxRedirects,
  redirectLengths,
  redirectLine,
  removeRedirect,
  saveRedirects,
  type Redirect,
  type RedirectProblem,
} from "#shared/api/redirects.ts";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import { matchRoute, routeIds, routePath, routes } from "#shared/routes.ts";
import { brandPictureNames } from "#api/brand.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { explainReadFailure, isMissing } from "#api/infra/content-folder/entry-files.ts";
import { type ContentSync, withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, gt, inArray, ne, or, sql } from "#api/infra/database/drizzle.ts";
import { isIn, ownFiles, ownFolders } from "#api/infra/own-addresses.ts";
import type { Portal } from "#api/portal.ts";
import { redirects } from "./schema.ts";

/** Stands for the portal's own origin where an address is parsed. */
const here = "http://portal.invalid";

const unusable = /[\\\p{Cc}]|\/\//u;

/** Returns a path as it is stored and compared: decoded, in NFC, without a slash at the end; null if it is none. */
function storedPath(encoded: string): string | null {
  try {
    const path = decodeURIComponent(encoded).normalize("NFC");
    if (!path.startsWith("/") || unusable.test(path)) return null;
    return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  } catch {
    return null;
  }
}

const withoutQuery = (address: string): string => /^[^?#]*/.exec(address)?.[0] ?? "";

/** What the portal has besides pages that a former address may lead to. */
const files = new Set<string>([ownFiles.atomFeed, ownFiles.jsonFeed, ownFiles.sitemap]);

/** Returns whether the portal serves a file at a path, or would: redirects from there are never looked up. */
function isOwnFile(path: string): boolean {
  const name = path.replace(/^\/(brand\/[^/]+\/)?/, "");
  return (
    Object.values<string>(ownFiles).includes(path) ||
    Object.values(ownFolders).some((folder) => isIn(folder, path)) ||
    brandPictureNames.some((picture) => picture === name)
  );
}

/** Former addresses of feeds, which lead to the feed unless an admin says otherwise. */
const formerFeeds = new Set(["/rss", "/rss.xml", "/feed", "/feed.xml", "/atom.xml", "/index.xml"]);

/** Returns a target with the query of the address that leads there: what the target itself says comes first. */
function withQueryOf(target: string, address: string): string {
  const url = new URL(target, here);
  const { searchParams, hash } = new URL(address, here);
  const more = [...searchParams].filter(([name]) => !url.searchParams.has(name));
  for (const [name, value] of more) url.searchParams.append(name, value);
  return url.pathname + url.search + (url.hash || hash);
}

/**
 * Returns where the address of a request leads that the portal does not have, at the end of a chain; null for one that leads nowhere.
 *
 * @param address path of the request, encoded, with its query
 * @param isThere returns whether the portal has something at an address
 */
export async function findRedirect(
  database: Database,
  address: string,
  isThere: (address: string) => Promise<boolean>,
): Promise<string | null> {
  let found: string | null = null;
  const passed = new Set<string>();
  for (;;) {
    const path = storedPath(withoutQuery(found ?? address));
    if (path === null || passed.has(path)) return null;
    passed.add(path);
    if (found !== null && (await isThere(found))) return found;
    const [row] = await database
      .select({ target: redirects.target })
      .from(redirects)
      .where(eq(redirects.path, path));
    const target = row?.target ?? (formerFeeds.has(path) ? ownFiles.atomFeed : null);
    if (target === null) return found;
    found = withQueryOf(target, found ?? address);
  }
}

/** Returns the path of a former address, as admins, files and other sites write it. */
export function parseFormer(text: string): { path: string } | { problem: RedirectProblem } {
  const address = text.replace(/^https?:\/\/[^/?#]+(?=\/)/i, "");
  if (/[?#]/.test(address)) return { problem: "query" };
  const path = address.isWellFormed() ? storedPath(address) : null;
  if (path === null || path.length > redirectLengths.path) return { problem: "from" };
  const isOwn = isOwnFile(path) || routeIds.some((id) => routes[id].path === path);
  return isOwn ? { problem: "own" } : { path };
}

/** Returns an address of the portal that a former one may lead to, encoded. Those of other sites are refused. */
function parseTarget(
  text: string,
  publicUrl: string | null,
): { target: string } | { problem: RedirectProblem } {
  const isOwn = publicUrl !== null && text.startsWith(`${publicUrl}/`);
  const address = (isOwn ? text.slice(publicUrl.length) : text).normalize("NFC");
  if (/^([a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(address)) return { problem: "elsewhere" };
  const url = address.startsWith("/") ? URL.parse(address, here) : null;
  const path = url && storedPath(url.pathname);
  const isPath = path !== null && url?.origin === here && !unusable.test(withoutQuery(address));
  if (!isPath || address.length > redirectLengths.target) return { problem: "to" };
  return { target: url.pathname.replace(/(?<=.)\/$/, "") + url.search + url.hash };
}

const isLeftOut = (line: string): boolean => line.trim() === "" || line.startsWith("#");

type Row = { line: number; cells: string[] | null };

/** Returns the two cells of a line of CSV; null for a line that has not two. */
function readCells(line: string, delimiter: string): string[] | null {
  try {
    const [cells = []] = parse(line, { delimiter, trim: true });
    return cells.length === 2 ? cells : null;
  } catch {
    return null;
  }
}

const isHeader = ([from, to]: readonly string[]): boolean =>
  from?.toLowerCase() === "from" && to?.toLowerCase() === "to";

/**
 * Returns the rows of a CSV file, at most one more than a list may have. Lines begin with 1. Each is read alone: addresses have no
 * line breaks, and a quote that is not closed must not take the lines after it.
 */
function readRows(text: string): Row[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((written, at) => ({ line: at + 1, written }))
    .filter(({ written }) => !isLeftOut(written));
  const delimiter = ["\t", ",", ";"].find((one) => lines[0]?.written.includes(one)) ?? ",";
  return lines
    .slice(0, maxRedirects + 2)
    .map(({ line, written }) => ({ line, cells: readCells(written, delimiter) }))
    .filter(({ cells }) => !cells || !isHeader(cells))
    .slice(0, maxRedirects + 1);
}

type Line = { line: number; path: string; target: string };
type LineProblem = { line: number; problem: RedirectProblem };

function parseLine({ line, cells }: Row, publicUrl: string | null): Line | LineProblem {
  if (!cells) return { line, problem: "columns" };
  const [former = "", target = ""] = cells;
  const from = parseFormer(former);
  if ("problem" in from) return { line, ...from };
  const to = parseTarget(target, publicUrl);
  return "problem" in to ? { line, ...to } : { line, ...from, ...to };
}

/** Returns whether following an address leads back to it. */
function isCircle(path: string, targets: ReadonlyMap<string, string>): boolean {
  const passed = new Set<string>();
  let next: string | null = path;
  while (next !== null && !passed.has(next)) {
    passed.add(next);
    const target = targets.get(next);
    next = target === undefined ? null : storedPath(withoutQuery(target));
    if (next === path) return true;
  }
  return false;
}

/**
 * Returns the redirects of a list, and what is wrong with its other lines.
 *
 * @param stored targets of the redirects that there are, by path
 */
function parseList(text: string, publicUrl: string | null, stored: ReadonlyMap<string, string>) {
  const problems: LineProblem[] = [];
  const listed = new Map<string, Line>();
  const rows = readRows(text);
  const over = rows[maxRedirects];
  if (over) problems.push({ line: over.line, problem: "limit" });
  for (const row of rows.slice(0, maxRedirects)) {
    const line = parseLine(row, publicUrl);
    const same = "path" in line ? listed.get(line.path) : undefined;
    if ("problem" in line) problems.push(line);
    else if (same && same.target !== line.target)
      problems.push({ line: line.line, problem: "repeated" });
    else if (!same) listed.set(line.path, line);
  }
  const targets = new Map([
    ...stored,
    ...[...listed].map(([path, it]) => [path, it.target] as const),
  ]);
  const isPage = (target: string) => {
    const encoded = withoutQuery(target);
    return (
      matchRoute(encoded) !== null || files.has(encoded) || targets.has(storedPath(encoded) ?? "")
    );
  };
  const problemOf = ({ path, target }: Line): RedirectProblem | null =>
    isCircle(path, targets) ? "circle" : isPage(target) ? null : "unknown";
  const usable: Line[] = [];
  for (const line of listed.values()) {
    const problem = problemOf(line);
    if (problem === null) usable.push(line);
    else problems.push({ line: line.line, problem });
  }
  return { lines: usable, problems: problems.toSorted((a, b) => a.line - b.line) };
}

async function storedRedirects(database: Database) {
  const rows = await database.select().from(redirects);
  return {
    rows: new Map(rows.map((row) => [row.path, row])),
    targets: new Map(rows.map(({ path, target }) => [path, target])),
  };
}

async function write(
  database: Database,
  lines: readonly Pick<Line, "path" | "target">[],
  origin: Redirect["origin"],
): Promise<void> {
  if (lines.length === 0) return;
  await database
    .insert(redirects)
    .values(lines.map(({ path, target }) => ({ path, target, origin })))
    .onConflictDoUpdate({
      target: redirects.path,
      set: { target: sql`excluded.target`, origin: sql`excluded.origin` },
      // What an import derives never replaces what somebody wrote.
      ...(origin === "import" && { setWhere: eq(redirects.origin, "import") }),
    });
}

const pageSize = 50;

/** Returns an address as people read it. */
function readable(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

/** The addresses of the former site, for admins (docs/decisions/0062-redirects.md). */
export async function redirectRoutes(app: FastifyInstance): Promise<void> {
  const { database, config, now } = app.portal;

  serve(app, listRedirects, async ({ query: { search, after } }) => {
    const found = search?.normalize("NFC").toLowerCase();
    const rows = await database
      .select()
      .from(redirects)
      .where(
        and(
          found
            ? sql`strpos(lower(${redirects.path} || ' ' || ${redirects.target}), ${found}) > 0`
            : undefined,
          after === undefined ? undefined : gt(redirects.path, after),
        ),
      )
      .orderBy(asc(redirects.path))
      .limit(pageSize + 1);
    const items = rows
      .slice(0, pageSize)
      .map(({ path, target, origin }) => ({ path, target: readable(target), origin }));
    return {
      items,
      nextAfter: rows.length > pageSize ? (items.at(-1)?.path ?? null) : null,
      total: await database.$count(redirects),
    };
  });

  serve(app, saveRedirects, async ({ body: { list } }, request) =>
    withContentLock(database, async (tx) => {
      const stored = await storedRedirects(tx);
      const { lines, problems } = parseList(list, config.publicUrl, stored.targets);
      const own = [...stored.rows.values()].filter(({ origin }) => origin === "admin").length;
      const added = lines.filter(({ path }) => !stored.rows.has(path));
      const changed = lines.filter(({ path, target }) => {
        const row = stored.rows.get(path);
        return row && row.target !== target;
      });
      for (const { path, line } of changed) {
        if (stored.rows.get(path)?.origin === "file") problems.push({ line, problem: "file" });
      }
      const over = added[Math.max(0, maxRedirects - own)];
      if (over) problems.push({ line: over.line, problem: "limit" });
      if (problems.length > 0) {
        return { added: 0, changed: 0, problems: problems.toSorted((a, b) => a.line - b.line) };
      }
      const written = [...added, ...changed];
      if (written.length > 0) {
        await write(tx, written, "admin");
        await recordAct(tx, {
          act: "redirects-changed",
          at: now(),
          actor: actorOf(request),
          subjectId: null,
          details: { written: written.length, address: written[0]?.path ?? "" },
        });
      }
      return { added: added.length, changed: changed.length, problems: [] };
    }),
  );

  serve(app, removeRedirect, async ({ query: { path } }, request) =>
    withContentLock(database, async (tx) => {
      const [row] = await tx.select().from(redirects).where(eq(redirects.path, path));
      if (!row) throw new ApiError("not-found");
      if (row.origin === "file") throw new ApiError("read-only");
      await tx.delete(redirects).where(eq(redirects.path, path));
      await recordAct(tx, {
        act: "redirect-removed",
        at: now(),
        actor: actorOf(request),
        subjectId: null,
        details: { address: path },
      });
    }),
  );
}

const inWords: Record<RedirectProblem, string> = {
  columns: "needs two addresses, from and to, with a comma between them",
  from: "from: is no address of the former site, such as /old-post",
  query: "from: addresses are compared without ? and #, leave out what follows them",
  own: "from: the portal has this address itself",
  to: "to: is no address of the portal, such as /articles/weave-entries",
  elsewhere: "to: addresses lead to pages of this portal only",
  unknown: "to: the portal has no such page",
  circle: "leads in a circle",
  repeated: "another line leads this address elsewhere",
  file: "comes from redirects.csv",
  limit: `there are more than ${maxRedirects} addresses`,
};

const fileName = "redirects.csv";

/** Returns the sync with `redirects.csv` of a content folder. */
export function redirectSync(
  { database, config }: Pick<Portal, "database" | "config">,
  root: string,
): ContentSync {
  const isOfFile = eq(redirects.origin, "file");
  let named: string[] = [];
  const gone = async (tx: Database) => {
    const rows = await tx.select({ path: redirects.path }).from(redirects).where(isOfFile);
    const there = new Set(named);
    return rows.map(({ path }) => path).filter((path) => !there.has(path));
  };
  return {
    save: async ({ write: isWritten, report, version }) => {
      const read = readFile(join(root, fileName), "utf8").catch((error: unknown) => {
        if (isMissing(error)) return "";
        throw error;
      });
      const text = await explainReadFailure(fileName, read);
      version.update(text);
      const save = async (tx: Database) => {
        const { rows, targets } = await storedRedirects(tx);
        // What the file no longer has is about to go.
        const others = [...targets].filter(([path]) => rows.get(path)?.origin !== "file");
        const { lines, problems } = parseList(text, config.publicUrl, new Map(others));
        const isForeign = ({ path }: Line) => (rows.get(path)?.origin ?? "file") !== "file";
        const changed = lines.filter(
          (line) => !isForeign(line) && rows.get(line.path)?.target !== line.target,
        );
        if (isWritten) await write(tx, changed, "file");
        return { lines, problems, changed, foreign: lines.filter(isForeign) };
      };
      const { lines, problems, changed, foreign } = await (isWritten
        ? withContentLock(database, save)
        : save(database));
      named = lines.map(({ path }) => path);
      report.written += changed.length;
      report.unchanged += lines.length - changed.length - foreign.length;
      report.skipped.push(...foreign.map(({ path }) => `${fileName}: ${path}`));
      report.problems.push(
        ...problems.map(({ line, problem }) => `${fileName}:${line}: ${inWords[problem]}`),
      );
    },
    removeGone: async ({ write: isWritten, report }) => {
      const paths = await gone(database);
      if (isWritten && paths.length > 0) {
        await database.delete(redirects).where(and(isOfFile, inArray(redirects.path, paths)));
      }
      report.removed += paths.length;
    },
  };
}

/** Returns all redirects as the content folder has them; "" without any. */
export async function exportRedirects(database: Database): Promise<string> {
  const rows = await database.select().from(redirects).orderBy(asc(redirects.path));
  return rows.length > 0 ? ["from,to", ...rows.map(redirectLine), ""].join("\n") : "";
}

type Key = { kind: ContentKind; slug: string };

/** Returns the addresses of an entry: of its preview, which everybody may read, and of its page. */
const addressesOf = ({ kind, slug }: Key): [string, string] => [
  routePath("preview", { kind, slug }),
  routePath(kindFacts[kind].entry, { id: slug }),
];

/** Leads former addresses to the entries that an import brings, but for those that somebody else has named. */
export async function redirectToEntries(
  database: Database,
  entries: readonly (Key & { addresses: readonly string[] })[],
): Promise<void> {
  const lines = entries.flatMap(({ addresses, ...key }) => {
    const own = addressesOf(key);
    return addresses.flatMap((address) => {
      const former = parseFormer(address);
      const isUsable = "path" in former && !own.includes(former.path);
      return isUsable ? [[former.path, { path: former.path, target: own[0] }] as const] : [];
    });
  });
  await write(database, [...new Map(lines).values()], "import");
}

/** Removes the redirects to entries that are gone; those of the content folder are left to it. */
export async function removeRedirectsTo(database: Database, entries: readonly Key[]) {
  if (entries.length === 0) return;
  const path = sql`regexp_replace(${redirects.target}, '[?#].*', '')`;
  const all = entries.flatMap(addressesOf);
  await database.delete(redirects).where(and(ne(redirects.origin, "file"), inArray(path, all)));
}

/** Follows an entry that got another address. */
export async function moveRedirects(
  database: Database,
  { kind, from, to }: { kind: ContentKind; from: string; to: string },
): Promise<void> {
  const former = addressesOf({ kind, slug: from });
  for (const [at, address] of addressesOf({ kind, slug: to }).entries()) {
    const { target } = redirects;
    const old = former[at] ?? "";
    await database
      .update(redirects)
      .set({ target: sql`${address}::text || substr(${target}, ${old.length + 1}::int)` })
      .where(
        and(
          ne(redirects.origin, "file"),
          or(
            eq(target, old),
            sql`starts_with(${target}, ${`${old}?`})`,
            sql`starts_with(${target}, ${`${old}#`})`,
          ),
        ),
      );
  }
}
