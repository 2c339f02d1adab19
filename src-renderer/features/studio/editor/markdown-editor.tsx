import { Textarea } from "@fluentui/react-components";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditorStyles } from "./editor-styles.ts";
import { RichTextEditor } from "./rich-text-editor.tsx";
import { SourceToolbar } from "./toolbar.tsx";

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
};

/** A text in Markdown, which is written as it will look, or in its source (docs/decisions/0050-studio-editor.md). */
export default function MarkdownEditor(props: MarkdownEditorProps) {
  const { initial, label, onChange, readOnly = false } = props;
  const styles = useEditorStyles();
  const { t } = useTranslation("studio");
  const text = useRef(initial);
  /** The view, and the text that it was opened with. */
  const [opened, setOpened] = useState({ isSource: false, takesFocus: false, text: initial });
  const open = useCallback(
    (isSource: boolean) => setOpened({ isSource, takesFocus: true, text: text.current }),
    [],
  );
  const showSource = useCallback(() => open(true), [open]);
  const change = (markdown: string) => {
    text.current = markdown;
    onChange(markdown);
  };
  if (!opened.isSource) {
    return (
      <RichTextEditor
        {...props}
        initial={opened.text}
        onChange={change}
        showSource={showSource}
        takesFocus={opened.takesFocus}
      />
    );
  }
  return (
    <div>
      <SourceToolbar showText={() => open(false)} />
      <Textarea
        className={styles.source}
        textarea={{
          "aria-label": t("editor.source.label", { label }),
          autoFocus: true,
        }}
        readOnly={readOnly}
        defaultValue={opened.text}
        onChange={(_, { value }) => change(value)}
      />
    </div>
  );
}
