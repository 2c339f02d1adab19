import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { isJudge } from "../../../../src-shared/active-member.ts";
import {
  listJudgeNotes,
  type NotedKind,
  type ShownNote,
} from "../../../../src-shared/api/judge-notes.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { useNoticeLook } from "../../../components/notice.tsx";
import { Heading } from "../../../components/heading.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useUser } from "../../../session/session-store.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { NoteText } from "./note-text.tsx";
import { OwnNotePart } from "./own-note.tsx";

const useStyles = makeStyles({
  section: {
    display: "grid",
    gap: "24px",
    marginTop: "64px",
    maxWidth: "66ch",
    fontSize: "18px",
    lineHeight: "28px",
    [media.phone]: { marginTop: "48px" },
  },
  list: { display: "grid", gap: "20px", margin: 0, padding: 0, listStyleType: "none" },
  note: { margin: 0, display: "grid", gap: "12px" },
  author: { fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground3 },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
});

function Note({ note }: { note: ShownNote }) {
  const styles = useStyles();
  const look = useNoticeLook("info");
  const { t } = useTranslation("judge-notes");
  return (
    <figure className={mergeClasses(look, styles.note)}>
      <NoteText text={note.text} language={note.language} />
      <figcaption className={styles.author}>{t("by", { author: note.author })}</figcaption>
    </figure>
  );
}

type JudgeNotesProps = { kind: NotedKind; slug: string };

/**
 * The judges' notes on an entry; a judge also finds the own one here, and its form. Nothing for readers while there are
 * none, or if they do not load.
 */
export default function JudgeNotes({ kind, slug }: JudgeNotesProps) {
  const styles = useStyles();
  const { t } = useTranslation("judge-notes");
  const isOfJudge = isJudge(useUser());
  const notes = useApiQuery(listJudgeNotes, { params: { kind, slug }, silent: true });
  return (
    <QueryView
      query={notes}
      loading={null}
      renderFailure={(_, standard) => (isOfJudge ? standard : null)}
      isEmpty={({ items, own }) => items.length === 0 && own === null && !isOfJudge}
    >
      {({ items, own }) => (
        <section aria-labelledby="judge-notes" className={styles.section}>
          <Heading level={2} id="judge-notes">
            {t("title")}
          </Heading>
          {items.length > 0 ? (
            <ul className={styles.list}>
              {items.map((note) => (
                <li key={note.id}>
                  <Note note={note} />
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.none}>{t("none")}</p>
          )}
          {(isOfJudge || own) && (
            <OwnNotePart kind={kind} slug={slug} own={own} mayWrite={isOfJudge} />
          )}
        </section>
      )}
    </QueryView>
  );
}
