import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { listAnnouncements } from "../../../src-shared/api/announcements.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { TextLink } from "../../components/links.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useFormats } from "../../i18n/formats.ts";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  line: { margin: 0, minHeight: "24px" },
  date: { color: tokens.colorNeutralForeground3 },
});

/** A link to the newest announcement; an empty line while there is none. */
export function LatestAnnouncement() {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const { date } = useFormats();
  const list = useApiQuery(listAnnouncements, {});
  return (
    <p className={styles.line}>
      <QueryView query={list} loading={null} renderFailure={() => null}>
        {({ items: [latest] }) =>
          latest && (
            <>
              {t("latest")}{" "}
              <TextLink to={`${routePath("announcements")}#${latest.id}`}>{latest.title}</TextLink>{" "}
              <time dateTime={latest.publishedAt} className={styles.date}>
                {date(latest.publishedAt)}
              </time>
            </>
          )
        }
      </QueryView>
    </p>
  );
}
