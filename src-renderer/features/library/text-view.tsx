import { Markdown } from "../../components/markdown.tsx";
import { useEntryStyles } from "./entry-styles.ts";
import type { EntryView } from "./entry-page.tsx";

/** Articles and posts: the text. */
export const TextView: EntryView = ({ entry }) => {
  const frame = useEntryStyles();
  return (
    <div lang={entry.language} className={frame.column}>
      <Markdown>{entry.body}</Markdown>
    </div>
  );
};
