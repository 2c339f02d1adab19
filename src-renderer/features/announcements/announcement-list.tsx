import { makeStyles } from "@fluentui/react-components";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { type Announcement, listAnnouncements } from "#shared/api/announcements.ts";
import { routePath } from "#shared/routes.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink } from "#renderer/components/links.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { Markdown } from "#renderer/components/markdown.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { useHashTarget } from "#renderer/components/use-hash-target.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Takes the place of the button while it loads. */
function ButtonSpace() {
  return <div className={useStyles().button} />;
}

const WithdrawButton = lazyChunk(() => import("./withdraw-button.tsx"), ButtonSpace);

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
  title: { margin: "0 0 12px" },
  button: { minHeight: "36px" },
  skeleton: { display: "grid", gap: "13px", maxWidth: "640px" },
  skeletonDate: { width: "140px", marginTop: "9px", [media.belowTablet]: { marginTop: "2px" } },
  skeletonTitle: { width: "70%", margin: "0 0 6px" },
  skeletonLast: { width: "45%" },
});

type AnnouncementListProps = {
  /** Called after an admin withdrew an announcement; nobody else can. */
  onWithdrawn: (() => void) | undefined;
};

type AnnouncementItemProps = { announcement: Announcement } & AnnouncementListProps;

function AnnouncementItem({ announcement, onWithdrawn }: AnnouncementItemProps) {
  const styles = useStyles();
  const { published } = useFormats();
  const { id, title, body, publishedAt } = announcement;
  const target = useHashTarget<HTMLElement>(id);
  return (
    <article ref={target} id={id} aria-labelledby={`${id}-title`} className={styles.item}>
      <time dateTime={publishedAt} className={styles.date}>
        {published(publishedAt)}
      </time>
      <div>
        <Heading level={2} id={`${id}-title`} className={styles.title}>
          {title}
        </Heading>
        <Markdown idPrefix={`${id}-`}>{body}</Markdown>
        {onWithdrawn && <WithdrawButton announcement={announcement} onWithdrawn={onWithdrawn} />}
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

/** All announcements, newest first; admins can withdraw each. */
export function AnnouncementList({ onWithdrawn }: AnnouncementListProps) {
  const { t } = useTranslation(["announcements", "brand"]);
  const list = useApiQuery(listAnnouncements, {});
  const canRender = Markdown.useLoaded();
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
          text={t("empty.text")}
          action={<ButtonLink to={routePath("articles")}>{t("empty.action")}</ButtonLink>}
        />
      }
    >
      {({ items }) =>
        // The texts with the titles: what follows would jump twice.
        canRender ? (
          items.map((announcement) => (
            <AnnouncementItem
              key={announcement.id}
              announcement={announcement}
              onWithdrawn={onWithdrawn}
            />
          ))
        ) : (
          <ListSkeleton />
        )
      }
    </QueryView>
  );
}
