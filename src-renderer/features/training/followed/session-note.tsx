import { Button, makeStyles } from "@fluentui/react-components";
import { NoteAddRegular, NoteEditRegular } from "@fluentui/react-icons";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { SessionPosition } from "#shared/training.ts";
import { focusReplacement, isFocusLost } from "#renderer/components/keep-focus.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { NoteForm } from "./note-form.tsx";

const useStyles = makeStyles({
  line: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2px 12px",
    marginTop: "4px",
    fontSize: "15px",
    color: tokens.colorNeutralForeground3,
  },
  button: { minHeight: "44px", [media.print]: { display: "none" } },
  note: {
    margin: "4px 0 0",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    // Sheets are handed around.
    [media.print]: { display: "none" },
  },
});

type SessionNoteProps = {
  planId: string;
  /** Null for a session that the protocol no longer has: its note can only be read. */
  place: SessionPosition | null;
  today: string;
  /** The stored note; empty if there is none. */
  text: string;
  /** Stands before the button. */
  children?: ReactNode;
};

/** The note on a session, and the button that opens its form. */
export function SessionNote({ planId, place, today, text, children }: SessionNoteProps) {
  const styles = useStyles();
  const { t } = useTranslation("training");
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    if (isFocusLost()) focusReplacement(button.current);
  };
  return (
    <>
      <span className={styles.line}>
        {children}
        {place && !isEditing && (
          <Button
            ref={button}
            size="small"
            appearance="subtle"
            className={styles.button}
            icon={text ? <NoteEditRegular /> : <NoteAddRegular />}
            onClick={() => setEditing(true)}
          >
            {text ? t("note.edit") : t("note.add")}
          </Button>
        )}
      </span>
      {text && !isEditing && <span className={styles.note}>{text}</span>}
      {place && isEditing && <NoteForm {...{ planId, place, today, text }} onClose={close} />}
    </>
  );
}
