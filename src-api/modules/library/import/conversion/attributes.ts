import type { Code, Heading, Nodes, Parents, Root, Text } from "mdast";
import { toString } from "mdast-util-to-string";

/*
 * Ids, classes and sizes as Hugo, kramdown, Pandoc and markdown-it write them in braces: "## Part {#part .wide}", "{: .note}",
 * "![](a.png){width=300}". The portal has no field for them: ids become other names of their headings, the rest is named.
 */

declare module "mdast" {
  interface HeadingData {
    /** Ids by which links of the source call the heading. */
    ids?: string[];
  }
}

const token = String.raw`(?:[#.][^\s{}#.="']+|[\w:-]+=(?:"[^"\n{}]*"|'[^'\n{}]*'|[^\s{}"']+)|-(?=[\s}])|=\d*x\d*)`;
/** Attributes in braces; with a colon, as kramdown has them, also names alone. */
const attributes = String.raw`\{(?::\s*[-.#\w][^{}\n]{0,300}|\s*${token}(?:\s*${token}){0,20}\s*)\}`;

// From the first blank of several only: trying each of them takes seconds for thousands of blanks.
const anywhere = /(?<![ \t])[ \t]*\{:\s*[-.#\w][^{}\n]{0,300}\}/g;
const ofSpan = new RegExp(String.raw`\[([^[\]\n]+)\](${attributes})`, "g");
const atStart = new RegExp(`^${attributes}`);
const ownLine = new RegExp(String.raw`(?<=^|\n)[ \t]*${attributes}[ \t]*(?:\n|$)`, "g");
const atEnd = new RegExp(String.raw`(?<![ \t])[ \t]+(?=\{\s*[#.])${attributes}[ \t]*$`);
const ofHeading = new RegExp(String.raw`(?<![ \t])[ \t]*${attributes}[ \t]*$`);
const alone = new RegExp(String.raw`^\s*${attributes}\s*$`);

/** Ends of words to which attributes may be attached. */
const attachable: ReadonlySet<string> = new Set<Nodes["type"]>(
  "image imageReference link linkReference emphasis strong delete inlineCode html".split(
    " ",
  ) as Nodes["type"][], // written so for brevity
);

const idsIn = (written: string): string[] => [
  ...Array.from(written.matchAll(/(?<=[{\s:])#([^\s{}#.="']+)/g), ([, id = ""]) => id),
  ...Array.from(written.matchAll(/\bid=["']?([^\s"'{}]+)/g), ([, id = ""]) => id),
];

export const addIds = (heading: Heading, ids: readonly string[]): void => {
  if (ids.length > 0)
    heading.data = { ...heading.data, ids: [...(heading.data?.ids ?? []), ...ids] };
};

/** Returns a heading without its attributes, and these. */
export function withoutAttributes(heading: string): { words: string; written: string } {
  const written = ofHeading.exec(heading)?.[0] ?? "";
  if (written === "") return { words: heading, written };
  // "## Part ## {#part}"
  const words = heading
    .slice(0, -written.length)
    .trimEnd()
    .replace(/(?<![ \t])[ \t]+#+$/, "");
  return { words, written: written.trim() };
}

/** Takes the attributes out of a text. */
class AttributeReader {
  /** What was taken out, with the line of the first one. */
  readonly found = new Map<string, { line: number; count: number }>();
  /** Ids of headings. */
  readonly ids: { id: string; line: number }[] = [];
  /** Blocks of the text that are not as they were written. */
  readonly changed = new Set<Nodes>();
  #changes = 0;

  #take(written: string, line: number): void {
    this.#changes += 1;
    const what = written.trim().replace(/^\{(=\d*x\d*)\}$/, "$1");
    const known = this.found.get(what);
    this.found.set(what, { line: known?.line ?? line, count: (known?.count ?? 0) + 1 });
  }

  #heading(node: Heading): void {
    const last = node.children.at(-1);
    if (last?.type !== "text") return;
    const { words, written } = withoutAttributes(last.value);
    if (written === "") return;
    last.value = words.trimEnd();
    if (last.value === "") node.children.pop();
    this.#giveIds(node, written, node.position?.start.line ?? 1);
  }

  #giveIds(heading: Heading, written: string, line: number): void {
    const ids = idsIn(written);
    addIds(heading, ids);
    this.ids.push(...ids.map((id) => ({ id, line })));
    const rest = written.replace(/(?<=[{\s:])#[^\s{}#.="']+/g, "").replace(/[{}:\s]/g, "");
    if (rest === "") this.#changes += 1;
    else this.#take(written, line);
  }

  #text(node: Text, parent: Parents, at: number): void {
    const start = node.position?.start.line ?? 1;
    const before = node.value;
    const take = (written: string, offset: number) => {
      this.#take(written, start + before.slice(0, offset).split("\n").length - 1);
      return "";
    };
    let value = before;
    if (attachable.has(parent.children[at - 1]?.type ?? "")) value = value.replace(atStart, take);
    value = value
      .replace(ofSpan, (_, words: string, written: string, offset: number) => {
        take(written, offset);
        return words;
      })
      .replace(anywhere, take);
    const isFirst = at === 0 || parent.children[at - 1]?.type === "break";
    value = value.replace(ownLine, (written: string, offset: number) => {
      const isWhole = isFirst || offset > 0;
      const isLast = offset + written.length < value.length || at === parent.children.length - 1;
      return isWhole && isLast ? take(written, offset) : written;
    });
    if (at === parent.children.length - 1 && parent.type !== "heading")
      value = value.replace(atEnd, take);
    if (value === before) return;
    // a line that was taken out leaves no blank one
    value = value.replaceAll(/\n[ \t]*(?=\n)/g, "");
    if (at === 0) value = value.trimStart();
    node.value = at === parent.children.length - 1 ? value.trimEnd() : value;
  }

  /** Pandoc: the language of code is its first class. */
  #code(node: Code): void {
    const written = node.lang?.startsWith("{")
      ? [node.lang, node.meta].filter(Boolean).join(" ")
      : "";
    if (!alone.test(written)) return;
    const name = /\.([^\s{}#.="']+)/.exec(written)?.[1];
    this.#changes += 1;
    node.lang = name ?? null;
    node.meta = null;
    if (written.replace(`.${name}`, "").replace(/[{}\s]/g, "") !== "") {
      this.#take(written, node.position?.start.line ?? 1);
    }
  }

  /** Gives the ids of a paragraph of attributes to the heading that it stands directly behind or before. Returns whether there is one. */
  #aloneBeside(parent: Parents, at: number): boolean {
    const [before, node, after] = [-1, 0, 1].map((by) => parent.children[at + by]);
    if (node?.type !== "paragraph" || !alone.test(toString(node))) return false;
    const line = node.position?.start.line ?? 1;
    const end = node.position?.end.line ?? 1;
    const isBehind = before?.type === "heading" && before.position?.end.line === line - 1;
    const isBefore = after?.type === "heading" && after.position?.start.line === end + 1;
    const heading = isBehind ? before : isBefore ? after : null;
    if (!heading) return false;
    this.#giveIds(heading, toString(node).trim(), line);
    return true;
  }

  /** kramdown: a list that says where the contents of the page are to stand. */
  #isContents = (node: Nodes): boolean =>
    node.type === "list" && /^[^\n]*\n\{:\s*toc\b[^{}\n]*\}$/.test(toString(node).trim());

  #isRow = (node: Nodes): boolean => {
    const words = node.type === "tableRow" ? toString(node) : "";
    return words !== "" && alone.test(words);
  };

  /** Returns a node without its attributes; nothing for a node of attributes only. */
  #isLeft(child: Nodes, parent: Parents, at: number): boolean {
    if (this.#isContents(child) || this.#isRow(child)) {
      this.#take(toString(child).trim().replaceAll("\n", " "), child.position?.start.line ?? 1);
      return false;
    }
    if (this.#aloneBeside(parent, at)) return false;
    if (child.type === "heading") this.#heading(child);
    if (child.type === "code") this.#code(child);
    if (child.type === "text") {
      const wasEmpty = child.value === "";
      this.#text(child, parent, at);
      return child.value !== "" || wasEmpty;
    }
    if (!("children" in child) || child.children.length === 0) return true;
    this.visit(child);
    return child.children.length > 0;
  }

  visit(parent: Parents): void {
    const all: Nodes[] = parent.children;
    const kept = all.filter((child, at) => {
      const before = this.#changes;
      const isLeft = this.#isLeft(child, parent, at);
      if (parent.type === "root" && this.#changes > before) this.changed.add(child);
      return isLeft;
    });
    if (kept.length < all.length) parent.children = kept as typeof parent.children; // those that were there
  }
}

/** Takes attributes out of a text, whose headings get their ids in `data.ids`. Returns the blocks that changed, what was taken out, and these ids. */
export function readAttributes(root: Root): Pick<AttributeReader, "changed" | "found" | "ids"> {
  const reader = new AttributeReader();
  reader.visit(root);
  return reader;
}
