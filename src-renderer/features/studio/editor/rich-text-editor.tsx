import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { Ctx } from "@milkdown/ctx";
import { NodeSelection, type Command } from "@milkdown/prose/state";
import type { EditorView } from "@milkdown/prose/view";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { useTextStyles } from "#renderer/components/text-styles.ts";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { describe, linkAt, setLink, type Described } from "./commands.ts";
import { createEditor } from "./create-editor.ts";
import { useEditorStyles } from "./editor-styles.ts";
import { LinkDialog } from "./link-dialog.tsx";
import type { MarkdownEditorProps } from "./markdown-editor.tsx";
import { PictureDialog, type PictureWords } from "./picture-dialog.tsx";
import { EditorToolbar } from "./toolbar.tsx";
import { UploadList, useUploads } from "./uploads.tsx";

const useStyles = makeStyles({ files: { display: "none" } });

type RichTextEditorProps = MarkdownEditorProps & {
  showSource: () => void;
  /** Whether the text takes the focus, because the source that had it is gone. */
  takesFocus: boolean;
};

/** Whether two descriptions of a selection show the same in the toolbar. */
const isSame = (a: Described, b: Described) => JSON.stringify(a) === JSON.stringify(b);

type Asked = { at: number; address: string | undefined; words: PictureWords };

/** Returns the picture at a place of the text; null if there is none. */
function pictureAt(view: EditorView, at: number): { src: string; words: PictureWords } | null {
  const node = at < view.state.doc.content.size ? view.state.doc.nodeAt(at) : null;
  if (node?.type.name !== "image") return null;
  const { src, alt, title } = node.attrs;
  return { src: String(src), words: { alt: String(alt ?? ""), caption: String(title ?? "") } };
}

/** Returns the place of a picture without a text alternative; null if there is none. */
function undescribed(view: EditorView, src: string): number | null {
  let found: number | null = null;
  view.state.doc.descendants((node, at) => {
    if (node.type.name === "image" && node.attrs["src"] === src && !node.attrs["alt"]) found = at;
  });
  return found;
}

/** The text with its toolbar. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { initial, label, readOnly = false, findEntries, imageAddress, takesFocus } = props;
  const styles = useStyles();
  const textStyles = useTextStyles();
  const editorStyles = useEditorStyles();
  const { t } = useTranslation("studio");
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const viewRef = useRef<EditorView>(null);
  const [opened, setOpened] = useState<{ ctx: Ctx; view: EditorView } | null>(null);
  const [described, setDescribed] = useState<Described | null>(null);
  const [link, setLinkRange] = useState<ReturnType<typeof linkAt> | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [waiting, setWaiting] = useState<string[]>([]);
  const [missing, setMissing] = useState(0);
  const hint = useId();

  const ask = (at: number) => {
    const picture = viewRef.current && pictureAt(viewRef.current, at);
    if (picture) setAsked({ at, address: imageAddress(picture.src), words: picture.words });
  };
  const askNext = (names: string[]) => {
    const [next, ...rest] = names;
    setWaiting(rest);
    const at = next !== undefined && viewRef.current ? undescribed(viewRef.current, next) : null;
    if (at !== null) ask(at);
    else setAsked(null);
  };
  const { uploads, send, dismiss } = useUploads({
    view: viewRef,
    upload: (file) => props.upload(file),
    onInserted: (src) => setWaiting((names) => [...names, src]),
  });
  useEffect(() => {
    if (!asked && waiting.length > 0) askNext(waiting);
  });

  const openLink = () => viewRef.current && setLinkRange(linkAt(viewRef.current.state));
  const openPicture = () => {
    const selection = viewRef.current?.state.selection;
    if (selection instanceof NodeSelection && selection.node.type.name === "image")
      ask(selection.from);
    else files.current?.click();
  };
  // What the editor calls is that of the last rendering.
  const latest = useRef({ props, openLink, openPicture, send });
  latest.current = { props, openLink, openPicture, send };

  useEffect(() => {
    if (!root.current) return undefined;
    let isGone = false;
    const created = createEditor({
      root: root.current,
      initial,
      label,
      describedBy: hint,
      isReadOnly: readOnly,
      onChange: (markdown) => latest.current.props.onChange(markdown),
      onUpdate: (view) => {
        const next = describe(view.state);
        setDescribed((last) => (last && isSame(last, next) ? last : next));
      },
      leave: () => bar.current?.querySelector("button")?.focus(),
      openLink: () => latest.current.openLink(),
      openPicture: () => latest.current.openPicture(),
      takeFiles: (given, at) => {
        for (const file of given) void latest.current.send(file, at);
      },
      missPictures: setMissing,
      imageAddress: (name) => latest.current.props.imageAddress(name),
      texts: {
        undescribed: t("editor.picture.undescribed"),
        unknown: (name) => t("editor.picture.unknown", { name }),
      },
    });
    void created.then(({ editor, view }) => {
      if (isGone) return;
      viewRef.current = view;
      setOpened({ ctx: editor.ctx, view });
      setDescribed(describe(view.state));
      if (takesFocus) view.focus();
    });
    return () => {
      isGone = true;
      viewRef.current = null;
      void created.then(({ editor }) => editor.destroy());
    };
    // The text is opened once; another one has another key.
  }, []);

  const run = (command: Command) => {
    const view = viewRef.current;
    if (!view) return;
    command(view.state, view.dispatch, view);
    view.focus();
  };
  return (
    <div className={editorStyles.editor}>
      {opened && described && !readOnly && (
        <EditorToolbar
          bar={bar}
          ctx={opened.ctx}
          described={described}
          run={run}
          openLink={openLink}
          openPicture={openPicture}
          showSource={props.showSource}
        />
      )}
      <UploadList uploads={uploads} onDismiss={dismiss} />
      {missing > 0 && (
        <Notice intent="warning">{t("editor.picture.missing", { count: missing })}</Notice>
      )}
      <VisuallyHidden>
        <span id={hint}>{t("editor.keys")}</span>
      </VisuallyHidden>
      <div ref={root} className={mergeClasses(textStyles.text, editorStyles.text)} />
      <input
        ref={files}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        className={styles.files}
        aria-label={t("editor.picture.add")}
        onChange={({ currentTarget }) => {
          const at = viewRef.current?.state.selection.to ?? 0;
          for (const file of currentTarget.files ?? []) void send(file, at);
          currentTarget.value = "";
        }}
      />
      {link && (
        <LinkDialog
          href={link.href}
          findEntries={findEntries}
          onClose={() => setLinkRange(null)}
          onSave={(href, words) => {
            setLinkRange(null);
            run(setLink(link, href, words));
          }}
        />
      )}
      {asked && (
        <PictureDialog
          key={asked.at}
          address={asked.address}
          words={asked.words}
          onClose={() => askNext(waiting)}
          onSave={({ alt, caption }) => {
            const view = viewRef.current;
            const node = view?.state.doc.nodeAt(asked.at);
            if (view && node?.type.name === "image")
              view.dispatch(
                view.state.tr.setNodeMarkup(asked.at, null, {
                  ...node.attrs,
                  alt,
                  title: caption || null,
                }),
              );
            askNext(waiting);
          }}
        />
      )}
    </div>
  );
}
