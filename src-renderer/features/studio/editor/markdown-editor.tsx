import { Textarea } from "@fluentui/react-components";
import { useState } from "react";

export type MarkdownEditorProps = {
  /** Markdown at first; a later change of it is shown only if `key` changes. */
  initial: string;
  /** Accessible name of the text. */
  label: string;
  /** Not called for a text that was opened and not changed. */
  onChange: (markdown: string) => void;
  /**
   * Stores a picture; resolves with the file name beside the text (`jump-1400x700.webp`), or rejects with an Error whose
   * message is shown to the author.
   */
  upload: (file: File) => Promise<string>;
  /** Returns the address under which a picture beside the text is shown; undefined if unknown. */
  imageAddress: (name: string) => string | undefined;
  /** Own entries that match words, for links. */
  findEntries: (words: string) => Promise<{ title: string; path: string }[]>;
  readOnly?: boolean;
};

/** The text of an entry as Markdown. */
export default function MarkdownEditor({
  initial,
  label,
  onChange,
  readOnly = false,
}: MarkdownEditorProps) {
  const [text, setText] = useState(initial);
  return (
    <Textarea
      aria-label={label}
      rows={24}
      resize="vertical"
      readOnly={readOnly}
      value={text}
      onChange={(_, { value }) => {
        setText(value);
        onChange(value);
      }}
    />
  );
}
