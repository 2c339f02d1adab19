import { Textarea } from "@fluentui/react-components";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditorStyles } from "./editor-styles.ts";
import { RichTextEditor, type MarkdownEditorProps } from "./rich-text-editor.tsx";
import { SourceToolbar } from "./toolbar.tsx";

export type { MarkdownEditorProps };

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
