import { Button, makeStyles } from "@fluentui/react-components";
import { type Ref, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { listDiary, type DiarySession } from "#shared/api/training-diary.ts";
import { formatCalendarDate, formatDay } from "#shared/formats.ts";
import { routePath } from "#shared/routes.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { ShowOlder } from "#renderer/components/show-more.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { SessionNote } from "../followed/session-note.tsx";
import { queryOf, type DiaryFilter } from "./diary-filter.tsx";

const useStyles = makeStyles({
  head: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  allDays: { minHeight: "44px" },
  list: { listStyleType: "none", margin: "12px 0 0", padding: 0 },
  item: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "2px",
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { margin: 0, fontSize: "15px", color: tokens.colorNeutralForeground2 },
  session: { margin: 0, fontWeight: 600 },
  text: { margin: 0 },
});

function useResultText(): (session: DiarySession) => string {
  const { t } = useTranslation("training-diary");
  return ({ counted, result }) => {
    const words = t(`result.${result}`);
    return counted ? `${t("sessions.counted", counted)} · ${words}` : words;
  };
}

/** The protocol of a session, as a link while it is in the library. */
function ProtocolLink({ protocol: { slug, title, language } }: Pick<DiarySession, "protocol">) {
  const { t } = useTranslation("training-diary");
  if (title === null) return t("sessions.goneProtocol");
  return (
    <TextLink to={routePath("protocol", { id: slug })}>
      <span lang={language}>{title}</span>
    </TextLink>
  );
}

/** A session that was trained: when, with which dog, what came of it, and the note on it. */
function DiaryItem({ trained, today }: { trained: DiarySession; today: string }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("training-diary");
  const textOf = useResultText();
  const { dog, protocol, session, on, note, planId } = trained;
  const minutes = session && t("sessions.minutes", { minutes: session.minutes });
  const head = [formatCalendarDate(on, i18n.language), dog?.name, minutes].filter(Boolean);
  const criterion = session?.rule.kind === "judged" ? session.rule.criterion : null;
  return (
    <li tabIndex={-1} className={styles.item}>
      <p className={styles.line}>{head.join("\u00A0· ")}</p>
      <p className={styles.session}>
        {session ? (
          <span lang={protocol.language}>{withGoodBreaks(session.title)}</span>
        ) : (
          <span>{t("sessions.gone")}</span>
        )}
      </p>
      <p className={styles.line}>
        <ProtocolLink protocol={protocol} />
      </p>
      {criterion === null ? (
        <p className={styles.text}>{textOf(trained)}</p>
      ) : (
        <>
          <p className={styles.line} lang={protocol.language}>
            {t("sessions.criterion", { criterion })}
          </p>
          <p className={styles.text}>{textOf(trained)}</p>
        </>
      )}
      <SessionNote {...{ planId, today }} place={session} text={note ?? ""} />
    </li>
  );
}

type DiaryListProps = {
  /** For the heading, which can have the focus. */
  heading: Ref<HTMLHeadingElement>;
  filter: DiaryFilter;
  today: string;
  onAllDays: () => void;
};

/** The sessions that were trained, newest first; those of one day once it is chosen in the calendar. */
export function DiaryList({ heading, filter, today, onAllDays }: DiaryListProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("training-diary");
  const list = useRef<HTMLUListElement>(null);
  const { day } = filter;
  const query = { ...queryOf(filter), ...(day !== undefined && { on: day }) };
  const pages = useApiPages(
    listDiary,
    (cursor) => ({ query: { ...query, ...(cursor !== undefined && { cursor }) } }),
    ({ nextCursor }) => nextCursor,
  );
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  return (
    <section aria-labelledby="diary-sessions">
      <div className={styles.head}>
        <Heading ref={heading} level={2} size="small" id="diary-sessions">
          {day === undefined
            ? t("sessions.title")
            : t("sessions.ofDay", { day: formatDay(day, i18n.language) })}
        </Heading>
        {day !== undefined && (
          <Button className={styles.allDays} onClick={onAllDays}>
            {t("sessions.allDays")}
          </Button>
        )}
      </div>
      <QueryView
        query={pages}
        loading={<LoadingLines lines={8} />}
        isEmpty={() => items.length === 0}
        empty={<EmptyState motif="whistle" title={t("none.title")} text={t("none.text")} />}
      >
        {() => (
          <>
            <ul ref={list} aria-labelledby="diary-sessions" className={styles.list}>
              {items.map((trained) => (
                <DiaryItem key={trained.id} trained={trained} today={today} />
              ))}
            </ul>
            <ShowOlder pages={pages} list={list} label={t("sessions.older")} />
          </>
        )}
      </QueryView>
    </section>
  );
}
