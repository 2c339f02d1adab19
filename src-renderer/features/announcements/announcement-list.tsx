import { makeStyles } from "@fluentui/react-components";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { type Announcement, listAnnouncements } from "#shared/api/announcements.ts";
import { routePath } from "#shared/routes.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Markdown } from "#renderer/components/markdown.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isKindShown } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { AnnouncementTools } from "./announcement-tools.tsx";
import type { AdminDone } from "./write-announcement.tsx";

const useStyles = makeStyles({
  // The date stands beside the text, and above it on small screens.
  item: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 200px) minmax(0, 1fr)",
    gap: "4px 32px",
    padding: "40px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", padding: "32px 0" },
  },
  date: {
    color: tokens.colorAccentText,
    fontWeight: 600,
    fontSize: "15px",
    // On the line of the title.
    lineHeight: "34px",
    [media.belowTablet]: { lineHeight: "20px" },
  },
  changed: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: "15px" },
  title: { margin: "0 0 12px" },
  skeleton: { display: "grid", gap: "13px", maxWidth: "640px" },
  skeletonDate: { width: "140px", marginTop: "9px", [media.belowTablet]: { marginTop: "2px" } },
  skeletonTitle: { width: "70%", margin: "0 0 6px" },
  skeletonLast: { width: "45%" },
});

type AnnouncementListProps = {
  /** Called after an admin changed or withdrew an announcement; nobody else can. */
  onDone: ((what: AdminDone["what"]) => void) | undefined;
};

type AnnouncementItemProps = { announcement: Announcement } & AnnouncementListProps;

function AnnouncementItem({ announcement, onDone }: AnnouncementItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const { date } = useFormats();
  const { id, title, body, publishedAt, changedAt } = announcement;
  const target = useHashTarget<HTMLElement>(id);
  return (
    <article ref={target} id={id} aria-labelledby={`${id}-title`} className={styles.item}>
      <div>
        <time dateTime={publishedAt} className={styles.date}>
          {date(publishedAt)}
        </time>
        {changedAt !== undefined && (
          <p className={styles.changed}>
            {t("changed")} <time dateTime={changedAt}>{date(changedAt)}</time>
          </p>
        )}
      </div>
      <div>
        <Heading level={2} id={`${id}-title`} className={styles.title}>
          {title}
        </Heading>
        <Markdown idPrefix={`${id}-`}>{body}</Markdown>
        {onDone && <AnnouncementTools announcement={announcement} onDone={onDone} />}
      </div>
    </article>
  );
}

/** Placeholder for the newest announcements while they load. */
function ListSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation("common");
  return (
    <Skeleton aria-label={t("loading")}>
      {[1, 2, 3].map((place) => (
        <div key={place} className={styles.item}>
          <SkeletonItem size={16} className={styles.skeletonDate} />
          <div className={styles.skeleton}>
            <SkeletonItem size={28} className={styles.skeletonTitle} />
            <SkeletonItem size={16} />
            <SkeletonItem size={16} />
            <SkeletonItem size={16} className={styles.skeletonLast} />
          </div>
        </div>
      ))}
    </Skeleton>
  );
}

/** Loads the list again if the address names an announcement that it lacks: it may be newer. */
function useNamedAnnouncement(hash: string, known: readonly string[] | undefined) {
  const missing = hash !== "" && known !== undefined && !known.includes(hash.slice(1));
  useEffect(() => {
    if (missing) void refresh(listAnnouncements);
  }, [hash, missing]);
}

/** All announcements, newest first; admins can change and withdraw each. */
export function AnnouncementList({ onDone }: AnnouncementListProps) {
  const { t } = useTranslation(["announcements", "brand"]);
  const list = useApiQuery(listAnnouncements, {});
  useNamedAnnouncement(
    useLocation().hash,
    list.data?.items.map(({ id }) => id),
  );
  return (
    <QueryView
      query={list}
      loading={<ListSkeleton />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState
          motif="whistle"
          title={t("brand:noAnnouncements")}
          text={t(isKindShown(brand, "articles") ? "empty.text" : "empty.textPlain")}
          action={
            isKindShown(brand, "articles") && (
              <ButtonLink to={routePath("articles")}>{t("empty.action")}</ButtonLink>
            )
          }
        />
      }
    >
      {({ items }) =>
        items.map((announcement) => (
          <AnnouncementItem key={announcement.id} announcement={announcement} onDone={onDone} />
        ))
      }
    </QueryView>
  );
}
