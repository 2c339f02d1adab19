import {
  Editor,
  editorStateOptionsCtx,
  editorViewCtx,
  editorViewOptionsCtx,
  rootCtx,
} from "@milkdown/core";
import type { Ctx } from "@milkdown/ctx";
import { dropCursor } from "@milkdown/prose/dropcursor";
import { gapCursor } from "@milkdown/prose/gapcursor";
import { history, redo, undo } from "@milkdown/prose/history";
import { keymap } from "@milkdown/prose/keymap";
import { type Command, Plugin, Selection } from "@milkdown/prose/state";
import type { EditorView } from "@milkdown/prose/view";
import { $prose, $view } from "@milkdown/utils";
import { clipboard, type ClipboardSetting } from "./clipboard.ts";
import { setBlock, shiftTab, tab } from "./commands.ts";
import { MarkdownDocument } from "./markdown-document.ts";
import {
  configureMarkdown,
  headingLevels,
  markdownSchema,
  pictureSchema,
  paywallSchema,
} from "./markdown-schema.ts";
import { pictureView, type PictureTexts } from "./picture-view.ts";
import { uploadPositions } from "./upload-positions.ts";

export type EditorSetting = {
  root: HTMLElement;
  initial: string;
  label: string;
  /** Id of the element that describes which keys leave the text. */
  describedBy: string;
  isReadOnly: boolean;
  /** Called with the text after each change. */
  onChange: (markdown: string) => void;
  /** Called after each change of the text or the selection. */
  onUpdate: (ctx: Ctx, view: EditorView) => void;
  /** Moves the focus to the toolbar. */
  leave: () => void;
  openLink: () => void;
  openPicture: () => void;
  /** Takes image files that were pasted or dropped at a place of the text. */
  takeFiles: (files: File[], at: number) => void;
  /** Says what of a pasted text stayed behind. */
  miss: ClipboardSetting["miss"];
  imageAddress: (name: string) => string | undefined;
  texts: PictureTexts & { wall: string };
};

/** px of the window that bars and tools cover, which the caret stays out of: in low windows bars are fewer. */
const covered = {
  get top() {
    return Math.min(180, window.innerHeight / 3);
  },
  right: 0,
  get bottom() {
    return Math.min(80, window.innerHeight / 6);
  },
  left: 0,
};

const run = (act: () => void) => () => {
  act();
  return true;
};

/**
 * Moves the caret to an end of the text, below the bars. Left to the browser, a busy device would show the caret under them: the editor
 * only scrolls for a key that the browser has handled within 50 ms.
 */
const moveTo =
  (end: "start" | "end"): Command =>
  ({ doc, tr }, dispatch) => {
    const selection = end === "start" ? Selection.atStart(doc) : Selection.atEnd(doc);
    dispatch?.(tr.setSelection(selection).scrollIntoView());
    return true;
  };

const keys = (ctx: Ctx, { leave, openLink }: EditorSetting) =>
  keymap({
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    "Ctrl-Home": moveTo("start"),
    "Ctrl-End": moveTo("end"),
    "Mod-k": run(openLink),
    Tab: tab(ctx),
    "Shift-Tab": shiftTab,
    Escape: run(leave),
    "Alt-F10": run(leave),
    ...Object.fromEntries(
      headingLevels.map((level) => [`Mod-Alt-${level}`, setBlock("heading", { level })]),
    ),
  });

/** Reports changes. */
const reports = (ctx: Ctx, opened: () => MarkdownDocument, { onChange, onUpdate }: EditorSetting) =>
  new Plugin({
    view: () => ({
      update: (view, before) => {
        if (view.state.doc !== before.doc) onChange(opened().write(view.state.doc));
        onUpdate(ctx, view);
      },
    }),
  });

/** Creates the editor of a text in an element. */
export async function createEditor(setting: EditorSetting) {
  let document: MarkdownDocument | undefined;
  const opened = (ctx: Ctx) => (document ??= new MarkdownDocument(ctx, setting.initial));
  const editor = await Editor.make()
    .config((ctx) => {
      configureMarkdown(ctx);
      ctx.set(rootCtx, setting.root);
      ctx.set(editorStateOptionsCtx, (options) => ({ ...options, doc: opened(ctx).node }));
      ctx.set(editorViewOptionsCtx, {
        editable: () => !setting.isReadOnly,
        scrollThreshold: covered,
        scrollMargin: covered,
        attributes: {
          "aria-label": setting.label,
          "aria-multiline": "true",
          "aria-describedby": setting.describedBy,
          ...(setting.isReadOnly && { "aria-readonly": "true", tabindex: "0" }),
        },
      });
    })
    .use(markdownSchema)
    .use([
      $prose((ctx) => keys(ctx, setting)),
      $prose(() => history()),
      $prose(() => dropCursor({ color: "currentColor", width: 2 })),
      $prose(() => gapCursor()),
      $prose((ctx) => clipboard(ctx, setting)),
      $prose(() => uploadPositions()),
      $prose((ctx) => reports(ctx, () => opened(ctx), setting)),
      $view(pictureSchema.node, () => pictureView(setting)),
      $view(paywallSchema.node, () => () => {
        const dom = window.document.createElement("div");
        dom.dataset["wall"] = "";
        dom.contentEditable = "false";
        dom.textContent = setting.texts.wall;
        return { dom };
      }),
    ])
    .create();
  return { ctx: editor.ctx, view: editor.ctx.get(editorViewCtx), destroy: () => editor.destroy() };
}
