import type { Ctx } from "@milkdown/ctx";
import type { Command } from "@milkdown/prose/state";
import type { EditorView } from "@milkdown/prose/view";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { toolbarStateOf, type ToolbarState } from "./commands.ts";
import { createEditor, type EditorSetting } from "./create-editor.ts";

/** Whether two descriptions of a selection show the same in the toolbar. */
const isSame = (a: ToolbarState, b: ToolbarState) => JSON.stringify(a) === JSON.stringify(b);

export type OpenedEditor = { ctx: Ctx; described: ToolbarState };

type UseEditorSetting = Omit<EditorSetting, "root" | "onUpdate"> & {
  /** Whether the text takes the focus when it is there. */
  takesFocus: boolean;
  onShown: () => void;
  switchWall: () => void;
};

/** Returns functions that call those of the last rendering. */
function callLatest(latest: { current: UseEditorSetting }) {
  const { initial, label, describedBy, isReadOnly, texts } = latest.current;
  return {
    initial,
    label,
    describedBy,
    isReadOnly,
    texts,
    onChange: (markdown: string) => latest.current.onChange(markdown),
    leave: () => latest.current.leave(),
    openLink: () => latest.current.openLink(),
    openPicture: () => latest.current.openPicture(),
    takeFiles: (files: File[], at: number) => latest.current.takeFiles(files, at),
    miss: (missed: Parameters<EditorSetting["miss"]>[0]) => latest.current.miss(missed),
    imageAddress: (name: string) => latest.current.imageAddress(name),
  };
}

/** Hook: opens a text in the element of `root`, once. */
export function useEditor(setting: UseEditorSetting) {
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [opened, setOpened] = useState<OpenedEditor | null>(null);
  const latest = useRef(setting);
  useLayoutEffect(() => {
    latest.current = setting;
  });
  useEffect(() => {
    if (!root.current) return undefined;
    let isGone = false;
    const show = (ctx: Ctx, described: ToolbarState) =>
      setOpened((last) => (last && isSame(last.described, described) ? last : { ctx, described }));
    const created = createEditor({
      ...callLatest(latest),
      root: root.current,
      onUpdate: (ctx, { state }) => show(ctx, toolbarStateOf(state)),
    });
    const begin = async () => {
      const editor = await created;
      if (isGone) return;
      view.current = editor.view;
      show(editor.ctx, toolbarStateOf(editor.view.state));
      latest.current.onShown();
      if (latest.current.takesFocus) editor.view.focus();
    };
    void begin();
    return () => {
      isGone = true;
      view.current = null;
      void created.then(({ destroy }) => destroy());
    };
  }, []);
  const run = useCallback((command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch, view.current);
    view.current.focus();
  }, []);
  const openLink = useCallback(() => latest.current.openLink(), []);
  const openPicture = useCallback(() => latest.current.openPicture(), []);
  const switchWall = useCallback(() => latest.current.switchWall(), []);
  return { root, view, opened, tools: { run, openLink, openPicture, switchWall } };
}
