import { makeStyles } from "@fluentui/react-components";
import { CalendarRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { daysOfNearShow, listShows, type Show, type ShowDayItem } from "#shared/api/show-day.ts";
import { daysBetween } from "#shared/calendar-date.ts";
import { formatDay } from "#shared/formats.ts";
import { countdownOf, nextStage } from "#shared/show-day.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { useToday } from "#renderer/components/use-today.ts";
import { routePath } from "#shared/routes.ts";

/** Returns the address of a show. */
const showPath = (id: string): string => `${routePath("showDay")}?show=${id}`;

const useStyles = makeStyles({
  line: { display: "flex", alignItems: "center", flexWrap: "wrap", gap: "0 12px", margin: 0 },
  link: { display: "inline-flex", alignItems: "center", gap: "8px", minHeight: "44px" },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  next: { color: tokens.colorNeutralForeground2 },
});

/** Returns the next step for a show in words, or null if none remains. */
function useNext(show: Show, items: readonly ShowDayItem[], today: string): string | null {
  const { t, i18n } = useTranslation("show-day");
  const stage = nextStage(countdownOf(show, items).stages, today);
  if (!stage) return null;
  const names = [...new Set(stage.items.map(({ part }) => t(`part.${part}`)))];
  const parts = names.join(", ").toLocaleLowerCase(i18n.language);
  if (stage.on === today) return t("line.now", { parts });
  return t("line.next", { day: formatDay(stage.on, i18n.language), parts });
}

type LineProps = { show: Show; items: readonly ShowDayItem[]; today: string };

function Line({ show, items, today }: LineProps) {
  const styles = useStyles();
  const { t } = useTranslation("show-day");
  const next = useNext(show, items, today);
  const days = daysBetween(today, show.on);
  const { name } = show;
  const near = days === 0 ? t("line.today", { name }) : t("line.tomorrow", { name });
  return (
    <p className={styles.line}>
      <TextLink to={showPath(show.id)} className={styles.link}>
        <CalendarRegular aria-hidden="true" fontSize={20} />
        <span className={styles.name}>{days > 1 ? t("line.in", { name, count: days }) : near}</span>
      </TextLink>
      {next !== null && <span className={styles.next}>{next}</span>}
    </p>
  );
}

/** The next show in one line of the dashboard; nothing without one that is near. */
export function ShowLine() {
  const today = useToday();
  const { data } = useApiQuery(listShows, { silent: true });
  const show = data?.shows.find(
    ({ on }) => on >= today && daysBetween(today, on) <= daysOfNearShow,
  );
  return show && <Line show={show} items={data?.items ?? []} today={today} />;
}
