import { makeStyles } from "@fluentui/react-components";
import { MegaphoneRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { listAnnouncements } from "#shared/api/announcements.ts";
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
  link: { gridColumnStart: 2 },
});

/** The newest announcement: its date, and its title as a link. Nothing if there is none. */
export function LatestAnnouncement() {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const { date } = useFormats();
  const list = useApiQuery(listAnnouncements, {});
  return (
    <QueryView
      query={list}
      loading={<div className={styles.item} />}
      renderFailure={() => null}
      isEmpty={({ items }) => items.length === 0}
    >
      {({ items: [latest] }) =>
        latest && (
          <p className={styles.item}>
            <MegaphoneRegular fontSize={24} className={styles.icon} aria-hidden />
            <span className={styles.date}>
              {t("latest")} <time dateTime={latest.publishedAt}>{date(latest.publishedAt)}</time>
            </span>
            <TextLink to={`${routePath("announcements")}#${latest.id}`} className={styles.link}>
              {latest.title}
            </TextLink>
          </p>
        )
      }
    </QueryView>
  );
}
