import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import * as z from "zod/mini";
import { parseFormer } from "#api/modules/redirects/module.ts";
import { findText, type AddNote } from "./front-fields.ts";
import type { Location } from "./imported-entry.ts";
import type { Source } from "./read-source.ts";
import type { SourceGroup } from "./source-tree.ts";

/*
 * At which addresses a site of Hugo or Jekyll had its texts: those that front matter names, and those that its settings and the
 * places of its files lead to. They are redirected to the entries (docs/decisions/0062-redirects.md).
 */

/** What the settings of a site say about addresses. */
export type SiteAddresses = {
  isHugo: boolean;
  /** Jekyll's `permalink`; null for that which a site has without one. */
  permalink: string | null;
  /** Hugo's `permalinks`, by section. */
  ofSections: ReadonlyMap<string, string>;
};

const fields = z.record(z.string(), z.unknown());

/** Returns the settings in a file; none for one that is missing or cannot be read, since an import does not need them. */
function readSettings(name: string, files: ReadonlyMap<string, string>): Record<string, unknown> {
  const text = files.get(name) ?? "";
  try {
    return fields.parse(name.endsWith(".toml") ? parseToml(text) : parseYaml(text));
  } catch {
    return {};
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => fields.safeParse(value).data ?? {};

/** Reads what the settings of a site say about addresses. @param files contents by name, "" for a missing file */
export function readSiteAddresses(files: ReadonlyMap<string, string>): SiteAddresses {
  const hugo = [...files.keys()].filter((name) => /^(hugo|config)\./.test(name));
  const jekyll = ["_config.yml", "_config.yaml"].map((name) => readSettings(name, files).permalink);
  const sections = hugo.flatMap((name) => {
    const { page, ...ofAll } = fieldsOf(readSettings(name, files).permalinks);
    // Hugo may have the patterns of pages in a table of their own; before, one may be of a section "page".
    return Object.entries({ ...ofAll, ...(typeof page === "string" ? { page } : fieldsOf(page)) });
  });
  return {
    isHugo: hugo.some((name) => (files.get(name) ?? "") !== ""),
    permalink: jekyll.find((one) => typeof one === "string") ?? null,
    ofSections: new Map(
      sections.flatMap(([section, pattern]) =>
        typeof pattern === "string" ? [[section, pattern] as const] : [],
      ),
    ),
  };
}

/** Jekyll's names for patterns. */
const jekyllStyles: Record<string, string> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  none: "/:categories/:title:output_ext",
};

const urlized = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, "-");

const textsOf = (value: unknown): string[] =>
  [value].flat().filter((one) => typeof one === "string");

type Written = { front: Record<string, unknown>; group: SourceGroup; path: string };

/** Fills in a pattern such as "/:year/:title/". Returns null where something is not known. */
function fill(pattern: string, { front, group }: Written, folders: readonly string[]) {
  const date = group.date ?? findText(front, "date")?.[1] ?? "";
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? [];
  const slug = urlized(findText(front, "slug")?.[1] ?? group.name);
  const named = textsOf(front["categories"] ?? front["category"]).flatMap((one) => one.split(" "));
  const values: Record<string, string | undefined> = {
    year,
    month,
    day,
    short_year: year?.slice(2),
    i_month: month?.replace(/^0/, ""),
    i_day: day?.replace(/^0/, ""),
    title: slug,
    slug,
    filename: group.name,
    slugorfilename: slug,
    contentbasename: group.name,
    slugorcontentbasename: slug,
    name: slug,
    categories: named.map(urlized).join("/"),
    section: folders[0],
    sections: folders.join("/"),
    output_ext: ".html",
  };
  const filled = pattern.replaceAll(/:([a-z_]+)/g, (whole, name: string) => values[name] ?? whole);
  return filled.includes(":") ? null : filled.replaceAll(/\/{2,}/g, "/");
}

/** Returns the address that the place of a text gives it, if the program of its site is known. */
function addressByPlace(written: Written, { isHugo, permalink, ofSections }: SiteAddresses) {
  const folders = written.path.split("/").slice(0, -1);
  if (folders.includes("_posts")) {
    const pattern = permalink ?? "date";
    return fill(jekyllStyles[pattern] ?? pattern, written, folders);
  }
  if (!isHugo || folders[0] !== "content") return null;
  const inContent = folders.slice(1);
  // A folder with an index is the text's own.
  const sections = /\/_?index(\.\w+)?\.\w+$/.test(`/${written.path}`)
    ? inContent.slice(0, -1)
    : inContent;
  const pattern = ofSections.get(sections[0] ?? "") ?? "/:sections/:slug/";
  return fill(pattern, written, sections.map(urlized));
}

/** Leaves out the addresses that cannot be redirected, and reports those that are the portal's own. */
export function usable(addresses: readonly string[], at: Location, addNote: AddNote): string[] {
  return addresses.filter((address) => {
    const parsed = parseFormer(address);
    if ("problem" in parsed && parsed.problem === "own")
      addNote(`${at("")}: ${address}: not redirected: the portal has this address itself`);
    return "path" in parsed;
  });
}

/** Returns the addresses that a text had on its former site. */
export function formerAddresses(
  { front, location }: Source,
  group: SourceGroup,
  site: SiteAddresses,
  addNote: AddNote,
): string[] {
  const [path = ""] = Object.values(group.texts);
  const written = { front, group, path };
  const named = ["permalink", "url"].flatMap((field) =>
    textsOf(front[field]).map((one) => fill(jekyllStyles[one] ?? one, written, [])),
  );
  const present = named.length > 0 ? named : [addressByPlace(written, site)];
  const former = ["aliases", "redirect_from"].flatMap((field) => textsOf(front[field]));
  const all = [...present, ...former].filter((one) => one !== null && one.startsWith("/"));
  // Servers of static files answer with and without the extension, and at an index's folder.
  const variants = all.flatMap((one) => [
    one,
    ...[one?.replace(/(?:\/index)?\.html?$/, "")].filter((other) => other !== one),
  ]);
  return usable([...new Set(variants.filter((one) => one != null))], location, addNote);
}
