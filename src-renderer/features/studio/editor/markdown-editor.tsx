import { Textarea } from "@fluentui/react-components";
import { useState } from "react";
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
  const [text, setText] = useState(initial);
  const [view, setView] = useState<"first" | "text" | "source">("first");
  const change = (markdown: string) => {
    setText(markdown);
    onChange(markdown);
  };
  if (view !== "source") {
    return (
      <RichTextEditor
        {...props}
        initial={text}
        onChange={change}
        showSource={() => setView("source")}
        takesFocus={view === "text"}
      />
    );
  }
  return (
    <div>
      <SourceToolbar showText={() => setView("text")} />
      <Textarea
        className={styles.source}
        textarea={{
          "aria-label": t("editor.source.label", { label }),
          spellCheck: true,
          autoFocus: true,
        }}
        readOnly={readOnly}
        value={text}
        onChange={(_, { value }) => change(value)}
      />
    </div>
  );
}
