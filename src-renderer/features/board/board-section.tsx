import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Board, getBoard } from "#shared/api/board.ts";
import { countStudio } from "#shared/api/studio.ts";
import { formatMoment } from "#shared/formats.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { kindFacts } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { useIsOnline } from "#renderer/api-client/connection.ts";
import { useApiQuery, usePolling } from "#renderer/api-client/query.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { useFormats, useLanguageNames } from "#renderer/i18n/formats.ts";
import { Books } from "./books.tsx";
import { BoardPart } from "./board-part.tsx";
import { FigureTiles, useFigureText } from "./figure-tiles.tsx";
import { figureNames } from "./figures.ts";
import { FlagSwitches } from "./flag-switches.tsx";
import { LeavingPart } from "./leaving-part.tsx";
import { StuckJobs } from "./stuck-jobs.tsx";

const useMostReadStyles = makeStyles({
  list: { display: "grid", gap: "4px", margin: 0, padding: 0, listStyleType: "none" },
  entry: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "baseline",
    gap: "16px",
    minHeight: "30px",
  },
  readings: {
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The entries that most members read or watched this week. */
function MostRead({ entries }: { entries: Board["mostRead"] }) {
  const styles = useMostReadStyles();
  const { t } = useTranslation("board");
  const { number } = useFormats();
  if (entries.length === 0) return <p className={styles.none}>{t("mostRead.none")}</p>;
  return (
    <ol className={styles.list}>
      {entries.map(({ kind, slug, title, readings }) => (
        <li key={`${kind}/${slug}`} className={styles.entry}>
          <span>
            <TextLink to={routePath(kindFacts[kind].entry, { id: slug })}>{title}</TextLink>
          </span>
          <span className={styles.readings}>
            {t("mostRead.readings", { count: readings, shown: number(readings) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

const useStudioPartStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "12px 24px",
  },
  counts: { display: "flex", flexWrap: "wrap", gap: "4px 24px", margin: 0 },
  count: { display: "flex", gap: "8px", "> dd": { margin: 0, fontWeight: 600 } },
});

/** What is counted, with the filter of the studio's list that shows it. */
const counted = [
  ["drafts", "state=draft"],
  ["ready", "state=ready"],
  ["scheduled", "state=scheduled"],
  ["outdated", "translation=outdated"],
] as const;

/** What is being written: how much waits or is about to appear, each a link to its list. */
function StudioPart() {
  const styles = useStudioPartStyles();
  const { t } = useTranslation("board");
  const { number } = useFormats();
  const { data } = useApiQuery(countStudio, { silent: true });
  const translated = writtenLanguages().filter((one) => one !== firstLanguage());
  const languages = useLanguageNames()(translated, "or");
  const shown = counted.filter(([name]) => name !== "outdated" || translated.length > 0);
  return (
    <BoardPart title={t("studio.title")} isWide>
      <div className={styles.row}>
        <dl className={styles.counts}>
          {shown.map(([name, filter]) => (
            <div key={name} className={styles.count}>
              <dt>
                <TextLink to={`${routePath("studio")}?${filter}`}>
                  {t(`studio.${name}`, { languages })}
                </TextLink>
              </dt>
              <dd>{data ? number(data[name]) : "–"}</dd>
            </div>
          ))}
        </dl>
        <ButtonLink to={routePath("studio")}>{t("studio.write")}</ButtonLink>
      </div>
    </BoardPart>
  );
}

/** Tells screen readers which figures changed at the last reading. */
function AnnouncedChanges({ board }: { board: Board }) {
  const { t } = useTranslation("board");
  const textOf = useFigureText();
  const texts = figureNames.map((name) =>
    t("changed", { label: t(`figures.${name}`), value: textOf(board, name) }),
  );
  const [{ shown, changes }, setShown] = useState({ shown: texts, changes: "" });
  const changed = texts.filter((text, at) => text !== shown[at]);
  if (changed.length > 0) setShown({ shown: texts, changes: changed.join(" ") });
  return <LiveText>{changes}</LiveText>;
}

const useStyles = makeStyles({
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "4px 16px",
    minHeight: "30px",
    marginBottom: "12px",
  },
  state: {
    display: "inline-flex",
    alignItems: "center",
    gap: "8px",
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: "14px",
  },
  dot: {
    width: "8px",
    height: "8px",
    borderRadius: "50%",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  isLive: {
    backgroundColor: tokens.colorBrandForeground1,
    borderTopColor: tokens.colorBrandForeground1,
    borderRightColor: tokens.colorBrandForeground1,
    borderBottomColor: tokens.colorBrandForeground1,
    borderLeftColor: tokens.colorBrandForeground1,
  },
  parts: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "12px",
    marginTop: "12px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", gap: "8px", marginTop: "8px" },
  },
  version: { margin: "12px 0 0", color: tokens.colorNeutralForeground2, fontSize: "14px" },
  waiting: {
    display: "grid",
    gridTemplateColumns: "repeat(4, minmax(0, 1fr))",
    gap: "12px",
    [media.belowTablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))", gap: "8px" },
  },
});

/** Time between two readings of the figures while the window is visible. */
const refetchEveryMs = 10_000;

/** Whether the figures are being followed; if not, whether for lack of a network. */
type Connection = "live" | "reconnecting" | "offline";

/** Returns the board, read again every ten seconds while the window is visible, and whether that works. */
function useBoard() {
  const query = useApiQuery(getBoard, { silent: true }, { staleTime: 0 });
  usePolling(getBoard, refetchEveryMs);
  const isOnline = useIsOnline();
  const connection: Connection = !isOnline ? "offline" : query.isError ? "reconnecting" : "live";
  return { query, connection };
}

/** Says how old the figures are, and whether they are followed. */
function ConnectionState({ at, connection }: { at: string; connection: Connection }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("board");
  return (
    <p className={styles.state}>
      <span
        className={mergeClasses(styles.dot, connection === "live" && styles.isLive)}
        aria-hidden
      />
      {t("asOf", { time: formatMoment(Date.parse(at), i18n.language) })} ·{" "}
      {t(`connection.${connection}`)}
    </p>
  );
}

function LoadingTiles() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.waiting}>
      {figureNames.map((name) => (
        <SkeletonItem key={name} size={104} />
      ))}
    </Skeleton>
  );
}

/** Says whom a former site still charges, and leads to taking them over. */
function ChargedElsewhere({ count }: { count: number }) {
  const { t } = useTranslation("board");
  const { number } = useFormats();
  return (
    <Notice intent="warning">
      <p>
        {t("chargedElsewhere", { count, shown: number(count) })}{" "}
        <TextLink to={`${routePath("dashboard")}?section=members&import=new#take-over`}>
          {t("takeOver")}
        </TextLink>
      </p>
    </Notice>
  );
}

function BoardParts({ board }: { board: Board }) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  return (
    <>
      {board.chargedElsewhere > 0 && <ChargedElsewhere count={board.chargedElsewhere} />}
      <FigureTiles board={board} />
      <div className={styles.parts}>
        <StuckJobs kinds={board.stuckJobs.kinds} />
        <BoardPart title={t("mostRead.title")}>
          <MostRead entries={board.mostRead} />
        </BoardPart>
        <BoardPart title={t("flags.title")}>
          <FlagSwitches board={board} />
        </BoardPart>
        <LeavingPart />
        <StudioPart />
        <Books />
      </div>
      <p className={styles.version}>{t("version", { version: board.version })}</p>
      <AnnouncedChanges board={board} />
    </>
  );
}

/** How the portal stands, live: figures, what members read, and the flags. For admins. */
export function BoardSection() {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { query, connection } = useBoard();
  const heading = useId();
  // Figures of before must not stay on screen once their user may not see them any more.
  const isForbidden = query.error?.failure.status === 403;
  return (
    <section aria-labelledby={heading}>
      <div className={styles.head}>
        <Heading level={2} size="small" id={heading}>
          {t("title")}
        </Heading>
        {query.data && !isForbidden && (
          <ConnectionState at={query.data.at} connection={connection} />
        )}
      </div>
      {isForbidden ? (
        <Notice intent="warning">
          <p>{t("forbidden")}</p>
        </Notice>
      ) : (
        <QueryView query={query} loading={<LoadingTiles />}>
          {(board) => <BoardParts board={board} />}
        </QueryView>
      )}
    </section>
  );
}
