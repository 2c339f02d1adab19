import { remarkCtx, schemaCtx, serializerCtx } from "@milkdown/core";
import type { Ctx } from "@milkdown/ctx";
import { Fragment, type Mark, type Node } from "@milkdown/prose/model";
import { ParserState, type MarkdownNode } from "@milkdown/transformer";
import type { Root, RootContent } from "mdast";

/** A top-level block of the opened text: its index, and its range of offsets in the source. */
type Place = { index: number; begin: number; end: number };

/** Returns whether two marks are equal apart from their depth. */
const isSame = (mark: Mark, { type, attrs }: Mark) =>
  mark.type === type &&
  type.create({ ...mark.attrs, depth: 0 }).eq(type.create({ ...attrs, depth: 0 }));

/** Returns how many adjacent nodes share a mark, the mark with the least depth among them, and that depth. */
function reach(mark: Mark, parent: Node, index: number) {
  let [first, last, depth] = [index, index, Number(mark.attrs["depth"] ?? 0)];
  const find = (at: number) => parent.maybeChild(at)?.marks.find((other) => isSame(other, mark));
  for (let found = find(first - 1); found; found = find(first - 1)) {
    first -= 1;
    depth = Math.min(depth, Number(found.attrs["depth"] ?? 0));
  }
  for (let found = find(last + 1); found; found = find(last + 1)) {
    last += 1;
    depth = Math.min(depth, Number(found.attrs["depth"] ?? 0));
  }
  return { mark: mark.type.create({ ...mark.attrs, depth }), nodes: last - first, depth };
}

/** Trims a text at the edges of its block, where Markdown needs entities for blanks. Null if nothing is left. */
function trimEdges(child: Node, index: number, block: Node): Node | null {
  if (!child.isText || child.marks.some(({ type }) => type.spec.code)) return child;
  let text = child.text ?? "";
  if (index === 0) text = text.replace(/^[ \t]+/, "");
  if (index === block.childCount - 1) text = text.replace(/[ \t]+$/, "");
  return text === "" ? null : child.type.schema.text(text, child.marks);
}

/** Prepares a block for the serializer: orders its marks by nesting, not by schema, and trims blanks at its edges. */
function prepareToWrite(block: Node): Node {
  if (block.isLeaf || block.type.spec.code) return block;
  const children = block.children.flatMap((child, index) => {
    if (!child.isInline) return [prepareToWrite(child)];
    const reaches = child.marks.map((mark) => reach(mark, block, index));
    const marks = reaches
      .toSorted((a, b) => b.nodes - a.nodes || a.depth - b.depth)
      .map(({ mark }) => mark);
    return trimEdges(child, index, block)?.mark(marks) ?? [];
  });
  return block.copy(Fragment.fromArray(children));
}

/** Returns whether two adjacent blocks would merge into one list if they were serialized separately. */
const areListsAlike = (a: Node, b: Node) => a.type === b.type && a.type.name.endsWith("_list");

/**
 * A text that is open in an editor. Unchanged blocks are written back exactly as in the source, so an author's choice
 * among equivalent Markdown notations is preserved.
 */
export class MarkdownDocument {
  readonly node: Node;
  readonly #ctx: Ctx;
  readonly #initial: string;
  /** The initial text with all line breaks as LF; offsets refer to it. */
  readonly #source: string;
  readonly #places = new WeakMap<Node, Place>();
  readonly #written = new WeakMap<Node, string>();
  readonly #bounds: [begin: number, end: number];

  /** @param ctx the context of an editor whose schema is ready */
  constructor(ctx: Ctx, initial: string) {
    this.#ctx = ctx;
    this.#initial = initial;
    this.#source = initial.replaceAll(/\r\n?/g, "\n");
    const tree = ctx.get(remarkCtx).parse(this.#source);
    const places = this.#placesOf(tree.children);
    this.#bounds = [places[0]?.begin ?? 0, places.at(-1)?.end ?? 0];
    this.node = parseTree(ctx, tree, this.#source);
    if (this.node.childCount !== places.length) return;
    for (const place of places) this.#places.set(this.node.child(place.index), place);
  }

  #placesOf(blocks: RootContent[]): Place[] {
    return blocks.map(({ position }, index) => {
      const { start, end } = position ?? {};
      // Includes the indentation, which is part of a list or of indented code.
      const begin = (start?.offset ?? 0) - (start?.column ?? 1) + 1;
      return { index, begin, end: end?.offset ?? 0 };
    });
  }

  /** Returns the Markdown of an edited version of `node`; the initial text if nothing was changed. */
  write(changed: Node): string {
    if (changed.eq(this.node)) return this.#initial;
    const parts = [this.#source.slice(0, this.#bounds[0])];
    let last: Place | "new" | undefined;
    for (const run of this.#runs(changed.children)) {
      const written = this.#writeRun(run);
      if (written === "") continue;
      const [place, end] = [run[0], run.at(-1)].map((block) => block && this.#places.get(block));
      if (last && last !== "new" && place?.index === last.index + 1)
        parts.push(this.#source.slice(last.end, place.begin));
      else if (last) parts.push("\n\n");
      parts.push(written);
      last = end ?? "new";
    }
    const text = parts.join("") + this.#source.slice(this.#bounds[1]);
    return this.#initial.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  }

  /** Groups blocks to serialize together: adjacent lists of one type, which need different markers to stay separate. */
  #runs(blocks: readonly Node[]): Node[][] {
    const runs: Node[][] = [];
    for (const block of blocks) {
      const run = runs.at(-1);
      const before = run?.at(-1);
      if (run && before && areListsAlike(before, block)) run.push(block);
      else runs.push([block]);
    }
    return runs;
  }

  #writeRun(run: Node[]): string {
    const places = run.map((block) => this.#places.get(block));
    const [first, last] = [places[0], places.at(-1)];
    const isWhole = places.every((place, at) => place && place.index === (first?.index ?? 0) + at);
    if (first && last && isWhole) return this.#source.slice(first.begin, last.end);
    const [block] = run;
    const known = run.length === 1 && block && this.#written.get(block);
    if (known) return known;
    const { topNodeType } = this.#ctx.get(schemaCtx);
    const serialize = this.#ctx.get(serializerCtx);
    const written = serialize(topNodeType.create(null, run.map(prepareToWrite))).replace(/\n$/, "");
    if (run.length === 1 && block) this.#written.set(block, written);
    return written;
  }
}

function parseTree(ctx: Ctx, tree: Root, source: string): Node {
  // Milkdown's own type of the same tree.
  const prepared = ctx.get(remarkCtx).runSync(tree, source) as MarkdownNode;
  return new ParserState(ctx.get(schemaCtx)).next(prepared).toDoc();
}

/** Parses Markdown into an editor document, for example from the clipboard. */
export const parseMarkdown = (ctx: Ctx, markdown: string): Node => {
  const source = markdown.replaceAll(/\r\n?/g, "\n");
  return parseTree(ctx, ctx.get(remarkCtx).parse(source), source);
};
