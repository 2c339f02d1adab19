import { commandsCtx } from "@milkdown/core";
import { addRowAfterCommand, createTable } from "@milkdown/preset-gfm";
import type { Ctx } from "@milkdown/ctx";
import { lift, setBlockType, toggleMark, wrapIn } from "@milkdown/prose/commands";
import { redoDepth, undoDepth } from "@milkdown/prose/history";
import type { Attrs, Node, NodeType } from "@milkdown/prose/model";
import { liftListItem, sinkListItem, wrapInList } from "@milkdown/prose/schema-list";
import {
  NodeSelection,
  TextSelection,
  type Command,
  type EditorState,
} from "@milkdown/prose/state";
import { goToNextCell, isInTable } from "@milkdown/prose/tables";

const named = ({ schema }: EditorState, name: string): NodeType => {
  const type = schema.nodes[name];
  if (!type) throw new Error(`The editor has no ${name}.`);
  return type;
};

/** Returns the innermost node of some types around the selection, and where it begins. */
function around({ selection: { $from } }: EditorState, names: readonly string[]) {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (names.includes(node.type.name)) return { node, at: $from.before(depth) };
  }
  return null;
}

const listTypes = ["bullet_list", "ordered_list"] as const;

type MarkName = "strong" | "emphasis" | "inlineCode" | "strike_through";

export const toggle =
  (name: MarkName): Command =>
  (state, ...rest) => {
    const type = state.schema.marks[name];
    return type ? toggleMark(type)(state, ...rest) : false;
  };

/** Makes blocks paragraphs, headings or code. */
export const setBlock =
  (name: "paragraph" | "heading" | "code_block", attrs?: Attrs): Command =>
  (state, ...rest) =>
    setBlockType(named(state, name), attrs)(state, ...rest);

/** Makes blocks a list, the list around them one of another kind, or its items blocks again. */
export const toggleList =
  (name: (typeof listTypes)[number]): Command =>
  (state, dispatch, view) => {
    const list = around(state, listTypes);
    if (!list) return wrapInList(named(state, name))(state, dispatch, view);
    if (list.node.type.name === name)
      return liftListItem(named(state, "list_item"))(state, dispatch, view);
    const { spread } = list.node.attrs;
    dispatch?.(state.tr.setNodeMarkup(list.at, named(state, name), { spread }));
    return true;
  };

export const toggleQuote: Command = (state, ...rest) =>
  around(state, ["blockquote"])
    ? lift(state, ...rest)
    : wrapIn(named(state, "blockquote"))(state, ...rest);

/** Inserts a block in place of the selection, with a paragraph after it for the cursor if it is the last one. */
const insertBlock =
  (create: (state: EditorState) => Node): Command =>
  (state, dispatch) => {
    const { tr, selection } = state;
    tr.replaceSelectionWith(create(state));
    if (tr.doc.lastChild?.type.name !== "paragraph")
      tr.insert(tr.doc.content.size, named(state, "paragraph").create());
    tr.setSelection(
      TextSelection.near(tr.doc.resolve(Math.min(selection.from + 1, tr.doc.content.size))),
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export const insertRule = insertBlock((state) => named(state, "hr").create());

/** Returns how many blocks stand above the wall of a text; null without one. */
export function paywallPosition(doc: Node): number | null {
  const at = doc.children.findIndex(({ type }) => type.name === "wall");
  return at < 0 ? null : at;
}

/** Says that what stands below the block of the cursor is for members only, or that it no longer is. */
export const togglePaywall: Command = (state, dispatch) => {
  const { tr, doc, selection } = state;
  const at = paywallPosition(doc);
  if (at === null) {
    const { $to } = selection;
    const after = $to.depth === 0 ? $to.pos : $to.after(1);
    tr.insert(after, named(state, "wall").create());
    if (after === doc.content.size)
      tr.insert(tr.doc.content.size, named(state, "paragraph").create());
  } else {
    doc.forEach((node, offset) => {
      if (node.type.name === "wall") tr.delete(tr.mapping.map(offset), tr.mapping.map(offset + 1));
    });
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const insertTable = (ctx: Ctx): Command => insertBlock(() => createTable(ctx, 3, 3));

/**
 * Moves on in a table, to a new row after its last cell; indents an item of a list, or code. Does nothing elsewhere, where Tab leaves
 * the text: what is typed next would go nowhere.
 */
export const tab =
  (ctx: Ctx): Command =>
  (state, dispatch, view) => {
    if (isInTable(state)) {
      if (!goToNextCell(1)(state, dispatch) && view) {
        ctx.get(commandsCtx).get(addRowAfterCommand.key)()(state, dispatch, view);
        goToNextCell(1)(view.state, dispatch);
      }
      return true;
    }
    if (state.selection.$from.parent.type.spec.code) {
      dispatch?.(state.tr.insertText("  ").scrollIntoView());
      return true;
    }
    if (!around(state, listTypes)) return false;
    sinkListItem(named(state, "list_item"))(state, dispatch, view);
    return true;
  };

/** Moves back in a table. Elsewhere the keys of lists apply, and those that leave the text. */
export const shiftTab: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  goToNextCell(-1)(state, dispatch);
  return true;
};

/** Returns the labels of a text's footnotes and of the references to them. */
function footnoteLabels(doc: Node): Set<string> {
  const labels = new Set<string>();
  doc.descendants(({ type, attrs }) => {
    if (type.name.startsWith("footnote_")) labels.add(String(attrs["label"]));
  });
  return labels;
}

/** Inserts a reference to a new footnote, and the note at the end of the text, where the cursor goes. */
export const insertFootnote: Command = (state, dispatch) => {
  const { tr, doc, selection } = state;
  const labels = footnoteLabels(doc);
  let number = 1;
  while (labels.has(String(number))) number += 1;
  const attrs = { label: String(number) };
  const reference = named(state, "footnote_reference").create(attrs);
  if (!selection.$to.parent.inlineContent || selection.$to.parent.type.spec.code) return false;
  tr.insert(selection.to, reference);
  const note = named(state, "footnote_definition").createAndFill(attrs);
  if (note) tr.insert(tr.doc.content.size, note);
  tr.setSelection(TextSelection.atEnd(tr.doc));
  dispatch?.(tr.scrollIntoView());
  return true;
};

const isEmptyParagraph = (node: Node) => node.type.name === "paragraph" && node.content.size === 0;

/** Returns where a picture goes that is added at a place: after the block there, or into an empty paragraph. */
export function pictureSpot(doc: Node, at: number): number {
  const $at = doc.resolve(Math.min(at, doc.content.size));
  return $at.depth === 0 || isEmptyParagraph($at.parent) ? $at.pos : $at.after(1);
}

/** Inserts a picture at a place, in a paragraph of its own. */
export const insertPicture =
  (at: number, src: string): Command =>
  (state, dispatch) => {
    const picture = named(state, "image").create({ src });
    const spot = pictureSpot(state.doc, at);
    const isInside = isEmptyParagraph(state.doc.resolve(spot).parent);
    const node = isInside ? picture : named(state, "paragraph").create(null, picture);
    dispatch?.(state.tr.insert(spot, node));
    return true;
  };

/** Returns the link at the cursor, and the range of its words. */
export function linkAt({ schema, selection }: EditorState) {
  const type = schema.marks["link"];
  const { $from, from, to } = selection;
  const at = $from.parent.childAfter($from.parentOffset);
  const node = at.node && type?.isInSet(at.node.marks) ? at.node : $from.nodeBefore;
  const mark = node && type?.isInSet(node.marks);
  if (!mark) return { href: "", from, to };
  let [begin, end] = [from, to];
  const start = $from.start();
  $from.parent.forEach((child, offset) => {
    if (!mark.isInSet(child.marks)) return;
    const [first, last] = [start + offset, start + offset + child.nodeSize];
    if (last < from || first > to) return;
    begin = Math.min(begin, first);
    end = Math.max(end, last);
  });
  return { href: String(mark.attrs["href"]), from: begin, to: end };
}

/** Gives a range a link, or takes its links away. A range without words gets those of the link. */
export const setLink =
  (range: { from: number; to: number }, href: string, words: string): Command =>
  ({ tr, schema }, dispatch) => {
    const type = schema.marks["link"];
    if (!type) return false;
    const { from, to } = range;
    tr.removeMark(from, to, type);
    if (href !== "" && from === to) tr.insert(from, schema.text(words, [type.create({ href })]));
    else if (href !== "") tr.addMark(from, to, type.create({ href }));
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(to)), -1)));
    return true;
  };

/** Returns the state of the toolbar for the selection. */
export function toolbarStateOf(state: EditorState) {
  const { selection, schema, doc, storedMarks } = state;
  const { $from, from, to, empty } = selection;
  const hasMark = (name: string) => {
    const type = schema.marks[name];
    if (!type) return false;
    return empty
      ? type.isInSet(storedMarks ?? $from.marks()) !== undefined
      : doc.rangeHasMark(from, to, type);
  };
  const marks = ["strong", "emphasis", "inlineCode", "strike_through", "link"].filter(hasMark);
  const list = around(state, listTypes)?.node.type.name;
  const block = $from.parent.type.name;
  const level = Number($from.parent.attrs["level"] ?? 0);
  return {
    pressed: [
      ...marks,
      ...(list ? [list] : []),
      ...(around(state, ["blockquote"]) ? ["blockquote"] : []),
      ...(block === "code_block" ? [block] : []),
      ...(paywallPosition(doc) === null ? [] : ["wall"]),
    ],
    style: block === "heading" ? `heading-${level}` : block,
    isInTable: isInTable(state),
    isPicture: selection instanceof NodeSelection && selection.node.type.name === "image",
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

export type ToolbarState = ReturnType<typeof toolbarStateOf>;
