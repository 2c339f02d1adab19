import { makeStyles } from "@fluentui/react-components";
import type { Language } from "#shared/languages.ts";

const useStyles = makeStyles({
  text: {
    margin: 0,
    display: "grid",
    gap: "12px",
    overflowWrap: "anywhere",
    "> p": { margin: 0, whiteSpace: "pre-line" },
  },
});

/** The text of a note in its paragraphs, which blank lines separate. */
export function NoteText({ text, language }: { text: string; language: Language }) {
  const styles = useStyles();
  return (
    <blockquote lang={language} className={styles.text}>
      {text.split(/\n\s*\n/).map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the text has no other names for them
        <p key={at}>{paragraph}</p>
      ))}
    </blockquote>
  );
}
