import { posix } from "node:path";
import type { Definition, Link, Nodes } from "mdast";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { parseMarkdown } from "./author-addresses.ts";
import { namedBy, type Anchors } from "./conversion/anchors.ts";
import type { AddNote } from "./front-fields.ts";

/** An entry that links may lead to, and what addresses of the old site and paths of files name it. */
export type LinkTarget = {
  kind: ContentKind;
  slug: string;
  names: string[];
  /** Returns the anchors in its texts; called only if a link names one. */
  anchors?: () => Promise<Anchors>;
};

/** Returns a function that asks once, for the first of its callers. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () => (answer ??= ask());
}

/** Most lines about the links of one text. */
const maxNamed = 20;

/** Placeholder for the site's own address in exports of Ghost. */
const ghostSite = "__GHOST_URL__";

/** Pages of Ghost that open above any other of a site, and where they are here; others stay and are named. */
const ghostPlaces: [location: RegExp, path: string][] = [
  [/^portal\/signin\b/, routePath("login")],
  [/^portal(?:\/?$|\/(?:signup|offers|account\/plans)\b)/, routePath("memberships")],
  [/^portal\/account\b/, routePath("membership")],
  [/^search\b/, routePath("search")],
];

/** Addresses below these are lists of a site, whose last part may be the name of an entry as well. */
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

/** Returns an address or path without the parts that do not distinguish entries. */
const nameOf = (path: string): string =>
  decoded(path)
    .normalize("NFC")
    .toLowerCase()
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "")
    .replace(/\.(?:md|markdown|mdx|html?)$/, "")
    .replace(/(?:^|\/)index$/, "");

/** Returns a name and what is left of it without its first folders, the longest first. */
const endsOf = (name: string): string[] =>
  name.split("/").map((_, at, all) => all.slice(at).join("/"));

const hostOf = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.host.replace(/^www\./, "") : "";
};

function indexOf(targets: readonly LinkTarget[]): Map<string, LinkTarget | null> {
  const index = new Map<string, LinkTarget | null>();
  for (const target of targets) {
    for (const name of new Set(target.names.map(nameOf).flatMap(endsOf))) {
      index.set(name, index.has(name) && index.get(name) !== target ? null : target);
    }
  }
  index.delete("");
  return index;
}

type Edit = { start: number; end: number; text: string };

/** Leads the links between the texts of one import to their entries. */
export class ImportLinks {
  /** Where links lead, by `kind/slug`, with the location of the first such link. */
  readonly used = new Map<string, string>();
  readonly #hosts: ReadonlySet<string>;
  /** Entries by all names; null for a name that several have. */
  readonly #targets: () => Promise<Map<string, LinkTarget | null>>;

  /**
   * @param load returns all entries of the import; called only if a text links to one
   * @param sites addresses of the old site
   */
  constructor(load: () => Promise<LinkTarget[]>, sites: readonly string[]) {
    this.#targets = once(async () => indexOf(await load()));
    this.#hosts = new Set(sites.map(hostOf).filter(Boolean));
  }

  /** Returns the path of an address on the old site; null for an address elsewhere, and for an anchor in the same text. */
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
      // beside the file, or below the address of its page
      const page = text.replace(/\.\w+$/, "");
      const locations = [posix.join(posix.dirname(text), path), posix.join(page, path)];
      return locations.map((location) => index.get(nameOf(location))).find(Boolean) ?? null;
    }
    const name = nameOf(path);
    if (listFolders.has(name.split("/")[0] ?? "") || /\.[a-z0-9]{2,4}$/.test(name)) return null;
    return (
      endsOf(name)
        .map((end) => index.get(end))
        .find(Boolean) ?? null
    );
  }

  /** Returns the new target of a link in a text; null to leave it alone. Adds one that leads nowhere to `lost`, with the reason. */
  async #lead(
    address: string,
    text: string,
    { lost, locationOf }: { lost: Map<string, string>; locationOf: (address: string) => string },
  ) {
    const own = this.#ownPath(address);
    const [, location] = /^\/?#\/([a-z].*)$/i.exec(own ?? address) ?? [];
    if (location !== undefined) {
      const path = ghostPlaces.find(([one]) => one.test(location))?.[1] ?? null;
      if (path === null) lost.set(address, "the portal has no such place");
      return path;
    }
    if (own === null || own === "/")
      return own === null || !address.startsWith(ghostSite) ? null : "/";
    const [, path = "", mark = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(own) ?? [];
    const target = await this.#find(path, text);
    if (!target) {
      lost.set(address, "nothing in this import has this address");
      return address.startsWith(ghostSite) ? own : null;
    }
    const key = `${target.kind}/${target.slug}`;
    if (!this.used.has(key)) this.used.set(key, locationOf(address));
    const name = namedBy(mark);
    const anchors = name === "" ? null : await target.anchors?.().catch(() => null);
    const id = anchors && Object.hasOwn(anchors, name) ? anchors[name] : undefined;
    if (anchors && id === undefined) lost.set(address, `no heading of ${key} has this id`);
    const page = routePath(kindFacts[target.kind].entry, { id: target.slug });
    return page + (id === undefined || id === name ? mark : `#${id}`);
  }

  /**
   * Returns Markdown whose links to other texts of the import lead to their entries. Tells which links of the old site lead
   * to nothing that is imported; those stay as they are.
   *
   * @param text path of the text below the folder
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
      const led = await this.#lead(node.url, text, { lost, locationOf });
      if (led !== null) edits.push(editOf(body, node, led));
    }
    const all = [...lost];
    for (const [address, reason] of all.slice(0, maxNamed)) {
      addNote(`${locationOf(address)}: link to ${address.slice(0, 200)}: ${reason}`);
    }
    if (all.length > maxNamed) addNote(`${text}: ${all.length - maxNamed} more such links`);
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

/** Returns the change that gives a link or definition another address. */
function editOf(body: string, node: Link | Definition, address: string): Edit {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  const title = node.title ? ` ${JSON.stringify(node.title)}` : "";
  if (node.type === "definition") {
    return { start, end, text: `[${node.label ?? node.identifier}]: ${address}${title}` };
  }
  const words = node.children.at(-1)?.position?.end.offset ?? start + 1;
  const isBare = !body.startsWith("](", words); // an address that is a link by itself
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
