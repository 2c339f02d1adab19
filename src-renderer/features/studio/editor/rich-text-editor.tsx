import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { NodeSelection } from "@milkdown/prose/state";
import type { EditorView } from "@milkdown/prose/view";
import { type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "#renderer/components/notice.tsx";
import { useTextStyles } from "#renderer/components/text-styles.ts";
import { VisuallyHidden } from "#renderer/components/visually-hidden.tsx";
import { media } from "#renderer/theme/tokens.ts";
import { linkAt, setLink, togglePaywall, paywallPosition } from "./commands.ts";
import { useEditorStyles } from "./editor-styles.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { withPaywallAt } from "./markdown-tree.ts";
import { PictureDialog, type PictureWords } from "./picture-dialog.tsx";
import { EditorToolbar } from "./toolbar.tsx";
import { UploadList, useUploads } from "./uploads.tsx";
import { useEditor } from "./use-editor.ts";

const useStyles = makeStyles({
  files: { display: "none" },
  /** In view wherever in the text something was pasted. */
  told: {
    position: "sticky",
    bottom: "16px",
    zIndex: 1,
    display: "grid",
    gap: "8px",
    [media.belowTablet]: { bottom: "calc(68px + env(safe-area-inset-bottom))" },
  },
  lost: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px" },
  words: { display: "grid", gap: "4px", flex: "1 1 240px" },
});

const nothing = { pictures: 0, tables: 0, embedded: 0 };

export type MarkdownEditorProps = {
  /** Markdown at first; a later change of it is shown only if `key` changes. */
  initial: string;
  /** Accessible name of the text. */
  label: string;
  /** Called with the text after each change; not for a text that was opened and not changed. */
  onChange: (markdown: string) => void;
  /**
   * Stores a picture. Resolves with the name of its file beside the text (`jump-1400x700.webp`), or rejects with an Error
   * whose message is shown to the author.
   */
  upload: (file: File) => Promise<string>;
  /** Returns the address under which a picture beside the text is shown; undefined if it is unknown. */
  imageAddress: (name: string) => string | undefined;
  /** Returns own entries that match words, for links. */
  findEntries: (words: string) => Promise<{ title: string; path: string }[]>;
  readOnly?: boolean;
  /** Called when the wall of the text is set or taken away, with what does the same to the text of another language. */
  onWall: (move: (body: string) => string) => void;
  /** Called when the text is on screen. */
  onShown: () => void;
};

type Asked = { at: number; src: string; words: PictureWords };

/** Returns the picture at a place of a text; null if there is none. */
function pictureAt({ state: { doc } }: EditorView, at: number): Asked | null {
  const node = at < doc.content.size ? doc.nodeAt(at) : null;
  if (node?.type.name !== "image") return null;
  const { src, alt, title } = node.attrs;
  return { at, src: String(src), words: { alt: String(alt ?? ""), caption: String(title ?? "") } };
}

/** Returns the first picture of a name that has no text alternative; null if there is none. */
function undescribed(view: EditorView, src: string): Asked | null {
  let found: number | null = null;
  view.state.doc.descendants((node, at) => {
    const { attrs, type } = node;
    if (found === null && type.name === "image" && attrs["src"] === src && !attrs["alt"])
      found = at;
  });
  return found === null ? null : pictureAt(view, found);
}

/** Hook: asks for the words of a picture; of those that were added, one after the other. */
function usePictures(view: RefObject<EditorView | null>) {
  const [{ asked, added }, setState] = useState<{ asked: Asked | null; added: string[] }>({
    asked: null,
    added: [],
  });
  const find = (src: string | undefined) =>
    view.current && src !== undefined ? undescribed(view.current, src) : null;
  const close = () => {
    setState({ asked: find(added[0]), added: added.slice(1) });
    view.current?.focus();
  };
  return {
    asked,
    askAt: (at: number) =>
      setState((last) => ({ ...last, asked: view.current && pictureAt(view.current, at) })),
    askLater: (src: string) =>
      setState((last) =>
        last.asked ? { ...last, added: [...last.added, src] } : { ...last, asked: find(src) },
      ),
    close,
    save: ({ alt, caption }: PictureWords) => {
      const { current } = view;
      const node = asked && current?.state.doc.nodeAt(asked.at);
      if (asked && current && node?.type.name === "image") {
        const attrs = { ...node.attrs, alt, title: caption || null };
        current.dispatch(current.state.tr.setNodeMarkup(asked.at, null, attrs));
      }
      close();
    },
  };
}

type RichTextEditorProps = MarkdownEditorProps & {
  showSource: () => void;
  /** Whether the text takes the focus, because the source that had it is gone. */
  takesFocus: boolean;
};

/** Hook: the editor, and what its tools ask for. */
function useRichText(props: RichTextEditorProps, describedBy: string) {
  const { t } = useTranslation("studio");
  const bar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [link, setLinkRange] = useState<ReturnType<typeof linkAt> | null>(null);
  const [missed, setMissed] = useState(nothing);
  const send = (given: Iterable<File>, at: number) => {
    for (const file of given) void uploads.send(file, at);
  };
  const openPicture = () => {
    const selection = view.current?.state.selection;
    const isPicture = selection instanceof NodeSelection && selection.node.type.name === "image";
    if (isPicture) pictures.askAt(selection.from);
    else files.current?.click();
  };
  const switchWall = () => {
    const before = view.current?.state.doc;
    editor.tools.run(togglePaywall);
    const after = view.current?.state.doc;
    if (!before || !after) return;
    const move = { from: paywallPosition(before), to: paywallPosition(after) };
    props.onWall((body) => withPaywallAt(body, move));
  };
  const { view, ...editor } = useEditor({
    initial: props.initial,
    label: props.label,
    describedBy,
    isReadOnly: props.readOnly ?? false,
    takesFocus: props.takesFocus,
    onChange: props.onChange,
    onShown: props.onShown,
    leave: () => bar.current?.querySelector("button")?.focus(),
    openLink: () => view.current && setLinkRange(linkAt(view.current.state)),
    openPicture,
    switchWall,
    takeFiles: send,
    miss: setMissed,
    imageAddress: props.imageAddress,
    texts: {
      undescribed: t("editor.picture.undescribed"),
      wall: t("editor.wall"),
      unknown: (name) => t("editor.picture.unknown", { name }),
    },
  });
  const pictures = usePictures(view);
  const uploads = useUploads({ view, upload: props.upload, onInserted: pictures.askLater });
  const sendChosen = (input: HTMLInputElement) => {
    send(input.files ?? [], view.current?.state.selection.to ?? 0);
    input.value = "";
  };
  return {
    ...editor,
    bar,
    files,
    sendChosen,
    link,
    setLinkRange,
    missed,
    setMissed,
    pictures,
    uploads,
  };
}

/** The text as it will look, with its tools. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { readOnly = false, showSource, findEntries, imageAddress } = props;
  const styles = useStyles();
  const textStyles = useTextStyles();
  const editorStyles = useEditorStyles();
  const { t } = useTranslation("studio");
  const hint = useId();
  const { root, opened, tools, bar, files, sendChosen, ...asks } = useRichText(props, hint);
  const { link, setLinkRange, missed, setMissed, pictures, uploads } = asks;
  const { asked } = pictures;
  const lost = (["pictures", "tables", "embedded"] as const).filter((what) => missed[what] > 0);
  return (
    <div className={editorStyles.editor}>
      {opened && !readOnly && (
        <EditorToolbar bar={bar} {...opened} {...tools} showSource={showSource} />
      )}
      <VisuallyHidden>
        <span id={hint}>{!readOnly && t("editor.keys")}</span>
      </VisuallyHidden>
      <div ref={root} className={mergeClasses(textStyles.text, editorStyles.text)} />
      <div className={styles.told}>
        <UploadList uploads={uploads.uploads} onDismiss={uploads.dismiss} />
        {lost.length > 0 && (
          <Notice intent="warning">
            <div className={styles.lost}>
              <div className={styles.words}>
                {lost.map((what) => (
                  <div key={what}>{t(`editor.missed.${what}`, { count: missed[what] })}</div>
                ))}
              </div>
              <Button onClick={() => setMissed(nothing)}>{t("editor.picture.dismiss")}</Button>
            </div>
          </Notice>
        )}
      </div>
      <input
        ref={files}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        className={styles.files}
        aria-label={t("editor.picture.add")}
        onChange={({ currentTarget }) => sendChosen(currentTarget)}
      />
      {link && (
        <LinkDialog
          href={link.href}
          findEntries={findEntries}
          onClose={() => setLinkRange(null)}
          onSave={(href, words) => {
            setLinkRange(null);
            tools.run(setLink(link, href, words));
          }}
        />
      )}
      {asked && (
        <PictureDialog
          key={asked.at}
          address={imageAddress(asked.src)}
          words={asked.words}
          onClose={pictures.close}
          onSave={pictures.save}
        />
      )}
    </div>
  );
}
