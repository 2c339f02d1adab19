import { makeStyles } from "@fluentui/react-components";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { listModeratedNotes, type ModeratedNote, type NoteQueue } from "#shared/api/judge-notes.ts";
import { refresh, useApiPages } from "#renderer/api-client/query.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { ShowMore } from "../list/show-more.tsx";
import { ModeratedNoteItem, type Decision } from "./moderated-note.tsx";

const useStyles = makeStyles({
  queue: { display: "grid", gap: "16px", marginBottom: "56px", maxWidth: "760px" },
  list: { display: "grid", gap: "20px", margin: 0, padding: 0, listStyleType: "none" },
  none: { margin: 0 },
});

/** What the admin did last. `count` distinguishes two identical decisions. */
type Done = { what: Decision; count: number };

type QueueProps = {
  queue: NoteQueue;
  onDecided: (what: Decision) => void;
};

const useQueue = (queue: NoteQueue) =>
  useApiPages(
    listModeratedNotes,
    (cursor) => ({ query: { queue, ...(cursor !== undefined && { cursor }) } }),
    ({ nextCursor }) => nextCursor,
  );

/** The notes of a queue; those that a decision removes disappear. */
function Queue({ queue, onDecided }: QueueProps) {
  const styles = useStyles();
  const { t } = useTranslation("review");
  const pages = useQueue(queue);
  const list = useRef<HTMLUListElement>(null);
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const decided = async (what: Decision) => {
    onDecided(what);
    await refresh(listModeratedNotes);
  };
  const none =
    queue === "waiting" ? (
      <EmptyState
        motif="whistle"
        title={t("notes.noneWaiting.title")}
        text={t("notes.noneWaiting.text")}
      />
    ) : (
      <p className={styles.none}>{t("notes.noneShown")}</p>
    );
  return (
    <section aria-labelledby={`notes-${queue}`} className={styles.queue}>
      <Heading level={2} id={`notes-${queue}`}>
        {t(`notes.${queue}`)}
      </Heading>
      <QueryView
        query={pages}
        loading={<LoadingLines lines={4} />}
        isEmpty={() => items.length === 0}
        empty={none}
      >
        {() => (
          <>
            <ul ref={list} className={styles.list}>
              {items.map((note: ModeratedNote) => (
                <li key={note.id}>
                  <ModeratedNoteItem note={note} queue={queue} onDecided={decided} />
                </li>
              ))}
            </ul>
            <ShowMore pages={pages} shown={items.length} list={list} />
          </>
        )}
      </QueryView>
    </section>
  );
}

/** Judges' notes: those to decide on, and those that readers see, for admins. */
export function Moderation() {
  const { t } = useTranslation("review");
  const [done, setDone] = useState<Done | null>(null);
  const report = (what: Decision) => setDone((last) => ({ what, count: (last?.count ?? 0) + 1 }));
  return (
    <>
      <FormSuccess>
        {/* The key has screen readers announce the same text again. */}
        {done && <span key={done.count}>{t(`notes.done.${done.what}`)}</span>}
      </FormSuccess>
      <Queue queue="waiting" onDecided={report} />
      <Queue queue="shown" onDecided={report} />
    </>
  );
}
