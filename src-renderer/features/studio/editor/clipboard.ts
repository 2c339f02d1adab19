import { schemaCtx, serializerCtx } from "@milkdown/core";
import type { Ctx } from "@milkdown/ctx";
import { Slice } from "@milkdown/prose/model";
import { Plugin } from "@milkdown/prose/state";
import type { EditorView } from "@milkdown/prose/view";
import type { PasteLosses } from "./html-to-markdown.ts";
import { parseMarkdown } from "./markdown-document.ts";

export type ClipboardSetting = {
  isReadOnly: boolean;
  takeFiles: (files: File[], at: number) => void;
  /** Takes how many pictures, tables in tables and embedded parts of a pasted text could not come along. */
  miss: (missed: Record<keyof PasteLosses, number>) => void;
};

/** What an editor of this window copied last, with what its Markdown does not contain. */
let copied: { text: string; slice: Slice } | null = null;

function copyAsMarkdown(ctx: Ctx, slice: Slice): string {
  const doc = ctx.get(schemaCtx).topNodeType.createAndFill(null, slice.content);
  const isText = slice.content.firstChild?.isInline || !doc;
  const text = isText
    ? slice.content.textBetween(0, slice.content.size, "\n\n")
    : ctx.get(serializerCtx)(doc).trim();
  copied = { text, slice };
  return text;
}

/** Returns a picture that stands in an address, as a file; null for other addresses. */
function fileOf(address: string): File | null {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(address) ?? [];
  if (!type || !data) return null;
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new File([bytes], `picture.${type.split(/[/+]/)[1]}`, { type });
}

/** Images, and files that a system gives no type, which the server looks into. */
const imagesIn = (data: DataTransfer) =>
  [...data.files].filter(({ type }) => type === "" || type.startsWith("image/"));

/** Whether HTML is that of an editor of source: lines with colours, whose text is what was copied. */
const isSource = (data: DataTransfer) =>
  data.types.includes("vscode-editor-data") ||
  /^(?:\s|<meta[^>]*>|<!--.*?-->|<\/?(?:html|body)[^>]*>)*<(?:pre|div)[^>]*white-space:\s*pre/i.test(
    data.getData("text/html"),
  );

const insertMarkdown = (ctx: Ctx, view: EditorView, markdown: string) => {
  const slice = Slice.maxOpen(parseMarkdown(ctx, markdown).content);
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
};

/** Inserts a text with its structure, and hands on its pictures. The parser of HTML is loaded for the first one. */
async function insertHtml(
  ctx: Ctx,
  view: EditorView,
  html: string,
  files: File[],
  setting: ClipboardSetting,
) {
  const { htmlToMarkdown } = await import("./html-to-markdown.ts");
  if (view.isDestroyed) return;
  const { markdown, missed } = htmlToMarkdown(html);
  if (markdown !== "") insertMarkdown(ctx, view, markdown);
  const found = missed.pictures.flatMap((address) => fileOf(address) ?? []);
  // A copied picture comes as a file with HTML that names it, a table of a spreadsheet with its picture.
  const given = markdown === "" && found.length === 0 ? files : found;
  if (given.length > 0) setting.takeFiles(given, view.state.selection.to);
  setting.miss({ ...missed, pictures: Math.max(0, missed.pictures.length - given.length) });
}

function insert(ctx: Ctx, view: EditorView, data: DataTransfer, setting: ClipboardSetting): void {
  const [html, text] = [data.getData("text/html"), data.getData("text/plain")];
  const files = imagesIn(data);
  const isCode = view.state.selection.$from.parent.type.spec.code;
  if (isCode && text !== "") {
    view.dispatch(view.state.tr.insertText(text.replaceAll(/\r\n?/g, "\n")).scrollIntoView());
  } else if (copied && copied.text === text.replaceAll(/\r\n?/g, "\n") && text !== "") {
    view.dispatch(view.state.tr.replaceSelection(copied.slice).scrollIntoView());
  } else if (html !== "" && !(isSource(data) && text !== "")) {
    void insertHtml(ctx, view, html, files, setting);
  } else if (text !== "") {
    insertMarkdown(ctx, view, text);
  } else if (files.length > 0) {
    setting.takeFiles(files, view.state.selection.to);
  }
}

/**
 * Plugin that pastes and drops by way of Markdown: what it cannot say cannot come in. ProseMirror's own way assigns HTML to
 * an element, which the page's Trusted Types policy forbids.
 */
export const clipboard = (ctx: Ctx, setting: ClipboardSetting) =>
  new Plugin({
    props: {
      clipboardTextSerializer: (slice) => copyAsMarkdown(ctx, slice),
      handleDOMEvents: {
        paste: (view, event) => {
          event.preventDefault();
          if (event.clipboardData && !setting.isReadOnly)
            insert(ctx, view, event.clipboardData, setting);
          return true;
        },
        drop: (view, event) => {
          if (view.dragging) return false;
          event.preventDefault();
          if (!event.dataTransfer || setting.isReadOnly) return true;
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
          const files = imagesIn(event.dataTransfer);
          if (files.length > 0) setting.takeFiles(files, at ?? view.state.doc.content.size);
          else insert(ctx, view, event.dataTransfer, setting);
          return true;
        },
      },
    },
  });
