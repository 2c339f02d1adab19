import { posix } from "node:path";
import type { Definition, Link, Nodes } from "mdast";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { parseMarkdown } from "./author-addresses.ts";
import { decodeAnchor, type Anchors } from "./conversion/anchors.ts";
import type { AddNote } from "./front-fields.ts";

/** An entry that links may point to, with its names: its slug, paths of its files, its addresses on the old site. */
export type LinkTarget = {
  kind: ContentKind;
  slug: string;
  names: string[];
  /** Returns the anchors in its texts; called only for a link that has an anchor. */
  anchors?: () => Promise<Anchors>;
};

/** Memoizes an async function: it is called on first use, and every caller gets the same promise. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () => (answer ??= ask());
}

/** Most report lines about the links of one text. */
const maxReported = 20;

/** Placeholder for the site's own address in exports of Ghost. */
const ghostSite = "__GHOST_URL__";

/** Ghost's overlays (`#/portal/signin`, `#/search`) and their pages here. Links to others stay and are reported. */
const ghostOverlays: [place: RegExp, path: string][] = [
  [/^portal\/signin\b/, routePath("login")],
  [/^portal(?:\/?$|\/(?:signup|offers|account\/plans)\b)/, routePath("memberships")],
  [/^portal\/account\b/, routePath("membership")],
  [/^search\b/, routePath("search")],
];

/** First path segments of list pages, such as /tag/agility, whose last segment may equal the name of an entry. */
const listFolders = new Set(
  "tag tags topic topics category categories author authors page series".split(" "),
);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Normalises an address or path for comparison: ignores case, outer slashes, text extensions and a final "index". */
const nameOf = (path: string): string =>
  decoded(path)
    .normalize("NFC")
    .toLowerCase()
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "")
    .replace(/\.(?:md|markdown|mdx|html?)$/, "")
    .replace(/(?:^|\/)index$/, "");

/** Returns all trailing parts of a path, the longest first: "a/b/c", "b/c", "c". */
const trailingPaths = (name: string): string[] =>
  name.split("/").map((_, at, all) => all.slice(at).join("/"));

const hostOf = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.host.replace(/^www\./, "") : "";
};

function indexOf(targets: readonly LinkTarget[]): Map<string, LinkTarget | null> {
  const index = new Map<string, LinkTarget | null>();
  for (const target of targets) {
    for (const name of new Set(target.names.map(nameOf).flatMap(trailingPaths))) {
      index.set(name, index.has(name) && index.get(name) !== target ? null : target);
    }
  }
  index.delete("");
  return index;
}

type Edit = { start: number; end: number; text: string };

/** Rewrites links between the texts of one import so that they point to the imported entries. */
export class ImportLinks {
  /** Entries that links point to (`kind/slug`), with the source file and line of the first such link. */
  readonly used = new Map<string, string>();
  readonly #hosts: ReadonlySet<string>;
  /** Entries by name; null for a name that several entries share. */
  readonly #targets: () => Promise<Map<string, LinkTarget | null>>;

  /**
   * @param load returns all entries of the import; called only if a text links to one
   * @param sites addresses of the old site
   */
  constructor(load: () => Promise<LinkTarget[]>, sites: readonly string[]) {
    this.#targets = once(async () => indexOf(await load()));
    this.#hosts = new Set(sites.map(hostOf).filter(Boolean));
  }

  /** Returns the path of an address on the old site, or a relative one as it is; null for other sites and anchors. */
  #ownPath(address: string): string | null {
    if (address.startsWith(ghostSite)) return address.slice(ghostSite.length) || "/";
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) {
      const url = URL.parse(address, "https://none.invalid");
      if (!url || !this.#hosts.has(hostOf(url.href))) return null;
      return url.pathname + url.search + url.hash;
    }
    return address === "" || /^[#?]/.test(address) ? null : address;
  }

  async #find(path: string, text: string): Promise<LinkTarget | null> {
    const index = await this.#targets();
    if (!path.startsWith("/")) {
      // relative to the file, or to the address of its page
      const page = text.replace(/\.\w+$/, "");
      const locations = [posix.join(posix.dirname(text), path), posix.join(page, path)];
      return locations.map((location) => index.get(nameOf(location))).find(Boolean) ?? null;
    }
    const name = nameOf(path);
    if (listFolders.has(name.split("/")[0] ?? "") || /\.[a-z0-9]{2,4}$/.test(name)) return null;
    return (
      trailingPaths(name)
        .map((end) => index.get(end))
        .find(Boolean) ?? null
    );
  }

  /** Returns the new address of a link, or null to leave it alone. Adds a link without a target to `lost`. */
  async #newAddress(
    address: string,
    text: string,
    { lost, locationOf }: { lost: Map<string, string>; locationOf: (address: string) => string },
  ) {
    const own = this.#ownPath(address);
    const [, overlay] = /^\/?#\/([a-z].*)$/i.exec(own ?? address) ?? [];
    if (overlay !== undefined) {
      const path = ghostOverlays.find(([pattern]) => pattern.test(overlay))?.[1] ?? null;
      if (path === null) lost.set(address, "the portal has no such page");
      return path;
    }
    if (own === null) return null;
    if (own === "/") return address.startsWith(ghostSite) ? "/" : null;
    const [, path = "", hash = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(own) ?? [];
    const target = await this.#find(path, text);
    if (!target) {
      lost.set(address, "nothing in this import has this address");
      return address.startsWith(ghostSite) ? own : null;
    }
    const key = `${target.kind}/${target.slug}`;
    if (!this.used.has(key)) this.used.set(key, locationOf(address));
    const name = decodeAnchor(hash);
    const anchors = name === "" ? null : await target.anchors?.().catch(() => null);
    const id = anchors && Object.hasOwn(anchors, name) ? anchors[name] : undefined;
    if (anchors && id === undefined) lost.set(address, `no heading of ${key} has this id`);
    const page = routePath(kindFacts[target.kind].entry, { id: target.slug });
    return page + (id === undefined || id === name ? hash : `#${id}`);
  }

  /**
   * Rewrites the links of a Markdown text to other texts of the import. Links to the old site that have no imported
   * target stay as they are and are reported.
   *
   * @param text path of the text, relative to the import's folder
   */
  async rewrite(
    body: string,
    text: string,
    {
      addNote,
      locationOf = () => text,
    }: { addNote: AddNote; locationOf?: (address: string) => string },
  ): Promise<string> {
    if (!/\]\(|\]:|<https?:|https?:\/\/|www\./i.test(body)) return body;
    const lost = new Map<string, string>();
    const edits: Edit[] = [];
    for (const node of linksIn(parseMarkdown(body))) {
      const address = await this.#newAddress(node.url, text, { lost, locationOf });
      if (address !== null) edits.push(editOf(body, node, address));
    }
    const all = [...lost];
    for (const [address, reason] of all.slice(0, maxReported)) {
      addNote(`${locationOf(address)}: link to ${address.slice(0, 200)}: ${reason}`);
    }
    if (all.length > maxReported) addNote(`${text}: ${all.length - maxReported} more such links`);
    return apply(body, edits);
  }
}

/** Returns the links of a text, and the definitions that links refer to. */
function linksIn(root: Nodes): (Link | Definition)[] {
  const found: (Link | Definition)[] = [];
  const labels = new Set<string>();
  const visit = (node: Nodes) => {
    if (node.type === "link" || node.type === "definition") found.push(node);
    if (node.type === "linkReference") labels.add(node.identifier);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return found.filter((node) => node.type === "link" || labels.has(node.identifier));
}

/** Returns the edit that replaces the address of a link or definition. */
function editOf(body: string, node: Link | Definition, address: string): Edit {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  const title = node.title ? ` ${JSON.stringify(node.title)}` : "";
  if (node.type === "definition") {
    return { start, end, text: `[${node.label ?? node.identifier}]: ${address}${title}` };
  }
  const words = node.children.at(-1)?.position?.end.offset ?? start + 1;
  const isBare = !body.startsWith("](", words); // an autolink: <https://…>, or the address alone
  if (isBare)
    return { start, end, text: `[${body.slice(start, end).replaceAll(/[<>]/g, "")}](${address})` };
  return { start: words, end, text: `](${address}${title})` };
}

function apply(body: string, edits: Edit[]): string {
  let [result, from] = ["", 0];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += body.slice(from, start) + text;
    from = end;
  }
  return result + body.slice(from);
}
