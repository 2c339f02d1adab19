import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isJudge } from "#shared/active-member.ts";
import {
  listJudgeNotes,
  notedKinds,
  type NotedKind,
  type ShownNote,
} from "#shared/api/judge-notes.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useNoticeLook } from "#renderer/components/notice.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
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
});

function Note({ note }: { note: ShownNote }) {
  const styles = useStyles();
  const look = useNoticeLook("info");
  const { t } = useTranslation("library");
  return (
    <figure className={mergeClasses(look, styles.note)}>
      <NoteText text={note.text} language={note.language} />
      <figcaption className={styles.author}>
        {t("judgeNotes.by", { author: note.author })}
      </figcaption>
    </figure>
  );
}

type JudgeNotesProps = { kind: NotedKind; slug: string };

/**
 * The judges' notes on an entry, with the reader's own note; judges can write one. Readers who are not judges see
 * nothing if there are no notes, or if loading fails.
 */
function LoadedNotes({ kind, slug }: JudgeNotesProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
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
            {t("judgeNotes.title")}
          </Heading>
          {items.length > 0 && (
            <ul className={styles.list}>
              {items.map((note) => (
                <li key={note.id}>
                  <Note note={note} />
                </li>
              ))}
            </ul>
          )}
          {(isOfJudge || own) && (
            <OwnNotePart kind={kind} slug={slug} own={own} mayWrite={isOfJudge} />
          )}
        </section>
      )}
    </QueryView>
  );
}

/** Distance from the viewport at which the notes start to load. */
const distance = "800px";

/** Returns a ref for an element, and whether that has come near the viewport, which then stays true. */
function useIsNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) setNear(true);
    };
    const observer = new IntersectionObserver(watch, { rootMargin: distance });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isNear };
}

function NotesWhenNear(props: JudgeNotesProps) {
  const { place, isNear } = useIsNear();
  return isNear ? <LoadedNotes {...props} /> : <div ref={place} />;
}

/** The judges' notes on an entry, loaded once the reader scrolls near; nothing for kinds without notes. */
export function JudgeNotes({ kind, slug }: { kind: ContentKind; slug: string }) {
  const noted = notedKinds.find((id) => id === kind);
  return noted && <NotesWhenNear kind={noted} slug={slug} />;
}
