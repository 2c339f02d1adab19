import { makeStyles } from "@fluentui/react-components";
import { MegaphoneRegular } from "@fluentui/react-icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Announcement, listAnnouncements } from "#shared/api/announcements.ts";
import { dayMs } from "#shared/durations.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  item: {
    display: "grid",
    gridTemplateColumns: "24px minmax(0, 1fr)",
    gap: "0 12px",
    alignContent: "start",
    margin: 0,
    minHeight: "48px",
  },
  icon: { gridRow: "1 / 3", color: tokens.colorAccentText },
  date: { color: tokens.colorNeutralForeground3, fontSize: "15px" },
  link: { gridColumnStart: 2, justifySelf: "start" },
});

function AnnouncementLine({ announcement }: { announcement: Announcement }) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const { date } = useFormats();
  const { id, title, publishedAt } = announcement;
  return (
    <p className={styles.item}>
      <MegaphoneRegular fontSize={24} className={styles.icon} aria-hidden />
      <span className={styles.date}>
        {t("latest")} <time dateTime={publishedAt}>{date(publishedAt)}</time>
      </span>
      <TextLink to={`${routePath("announcements")}#${id}`} className={styles.link}>
        {title}
      </TextLink>
    </p>
  );
}

/** Time for which an announcement stays on a member's dashboard, also once it was there to see. */
const newForMs = 21 * dayMs;

/**
 * The newest announcement, if it was published since a member's previous visit, an ISO time, or less than three weeks ago. The
 * caller waits for `listAnnouncements`, so that nothing moves.
 */
export function NewAnnouncement({ newSince }: { newSince: string | null }) {
  const [now] = useState(() => Date.now());
  const latest = useApiQuery(listAnnouncements, { silent: true }).data?.items[0];
  if (!latest) return null;
  const seenUntil = newSince === null ? Infinity : Date.parse(newSince);
  const isNew = Date.parse(latest.publishedAt) > Math.min(seenUntil, now - newForMs);
  return isNew && <AnnouncementLine announcement={latest} />;
}

/** The newest announcement: its date, and its title as a link. Nothing if there is none. */
export function LatestAnnouncement() {
  const styles = useStyles();
  const list = useApiQuery(listAnnouncements, {});
  return (
    <QueryView
      query={list}
      loading={<div className={styles.item} />}
      renderFailure={() => null}
      isEmpty={({ items }) => items.length === 0}
    >
      {({ items: [latest] }) => latest && <AnnouncementLine announcement={latest} />}
    </QueryView>
  );
}
