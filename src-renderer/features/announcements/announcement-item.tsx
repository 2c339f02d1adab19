import { makeStyles } from "@fluentui/react-components";
import type { Announcement } from "../../../src-shared/api/announcements.ts";
import { lazyChunk } from "../../components/load-chunk.ts";
import { Markdown } from "../../components/markdown.tsx";
import { useHashTarget } from "../../components/use-hash-target.ts";
import { useFormats } from "../../i18n/formats.ts";
import { tokens } from "../../theme/tokens.ts";

const WithdrawButton = lazyChunk(() => import("./withdraw-button.tsx"));

const useStyles = makeStyles({
  item: { padding: "32px 0", borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  date: { color: tokens.colorAccentText, fontWeight: 600, fontSize: "15px" },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    margin: "4px 0 12px",
    textWrap: "balance",
  },
});

type AnnouncementItemProps = { announcement: Announcement; canWithdraw: boolean };

/** One announcement, whole. */
export function AnnouncementItem({ announcement, canWithdraw }: AnnouncementItemProps) {
  const styles = useStyles();
  const { date } = useFormats();
  const { id, title, body, publishedAt } = announcement;
  const target = useHashTarget<HTMLElement>(id);
  return (
    <article ref={target} id={id} aria-labelledby={`${id}-title`} className={styles.item}>
      <time dateTime={publishedAt} className={styles.date}>
        {date(publishedAt)}
      </time>
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <Markdown>{body}</Markdown>
      {canWithdraw && <WithdrawButton announcement={announcement} />}
    </article>
  );
}
