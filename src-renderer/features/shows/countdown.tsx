import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Show, ShowDayItem } from "#shared/api/show-day.ts";
import { formatDay } from "#shared/formats.ts";
import { clockBefore, type countdownOf, type ShowStage } from "#shared/show-day.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { withGoodBreaks } from "#renderer/i18n/line-ends.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { ShowTicks } from "./use-ticks.ts";

const useStyles = makeStyles({
  stages: {
    columnWidth: "420px",
    columnGap: "48px",
    [media.print]: { columns: 2, columnGap: "8mm", fontSize: "8.5pt", lineHeight: 1.3 },
  },
  // A day split across columns would continue in the next one without its heading.
  stage: {
    marginBottom: "28px",
    breakInside: "avoid",
    [media.print]: { marginBottom: "3mm", breakInside: "auto" },
  },
  head: {
    display: "block",
    marginBottom: "4px",
    breakAfter: "avoid",
    breakInside: "avoid",
    [media.print]: { marginBottom: "0.5mm" },
  },
  title: { [media.print]: { fontSize: "10.5pt", lineHeight: 1.2 } },
  day: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    [media.print]: { fontSize: "8.5pt" },
  },
  now: { color: tokens.colorAccentText, fontWeight: 600 },
  items: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "44px minmax(0, 1fr)",
    breakInside: "avoid",
    padding: "4px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.print]: { gridTemplateColumns: "6mm minmax(0, 1fr)", padding: "0.6mm 0" },
  },
  target: {
    display: "grid",
    placeItems: "center",
    width: "44px",
    height: "44px",
    marginLeft: "-10px",
    cursor: "pointer",
    [media.print]: { width: "4mm", height: "4mm", margin: 0 },
  },
  box: {
    width: "24px",
    height: "24px",
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    [media.print]: { width: "3.4mm", height: "3.4mm" },
  },
  text: { padding: "8px 0", overflowWrap: "anywhere", [media.print]: { padding: 0 } },
  facts: {
    display: "flex",
    flexWrap: "wrap",
    gap: "0 12px",
    fontSize: "15px",
    lineHeight: "22px",
    color: tokens.colorNeutralForeground2,
    [media.print]: { fontSize: "7.5pt", lineHeight: 1.25 },
  },
  part: { fontWeight: 600, color: tokens.colorAccentText },
  done: {
    color: tokens.colorNeutralForeground3,
    textDecorationLine: "line-through",
    [media.print]: { textDecorationLine: "none" },
  },
  screenOnly: { [media.print]: { display: "none" } },
  note: { margin: "0 0 20px", color: tokens.colorNeutralForeground2 },
});

type ItemProps = {
  item: ShowDayItem;
  show: Show;
  ticks: ShowTicks;
  entryPath: (item: ShowDayItem) => string;
};

/** Returns a function that words a time relative to the start, such as "4 hours before the start". */
function useFromStart() {
  const { t } = useTranslation("show-day");
  return (minutesBefore: number): string => {
    const minutes = Math.abs(minutesBefore);
    const isBefore = minutesBefore > 0;
    if (minutes > 0 && minutes % 60 === 0) {
      return t(isBefore ? "hoursBefore" : "hoursAfter", { count: minutes / 60 });
    }
    return t(isBefore ? "minutesBefore" : "minutesAfter", { minutes });
  };
}

/** Below an item: its part of the countdown, its time on the day of the show, and a link to its entry. */
function ItemFacts({ item, show, entryPath }: Omit<ItemProps, "ticks">) {
  const styles = useStyles();
  const { t } = useTranslation("show-day");
  const { minutesBefore, part, title, language } = item;
  const clock = minutesBefore === undefined ? null : clockBefore(show.startsAt, minutesBefore);
  const fromStart = useFromStart();
  return (
    <span className={styles.facts}>
      <span className={styles.part}>{t(`part.${part}`)}</span>
      {minutesBefore !== undefined && <span>{clock ?? fromStart(minutesBefore)}</span>}
      <TextLink to={entryPath(item)}>
        <span lang={language}>{title}</span>
      </TextLink>
    </span>
  );
}

function CountdownItem({ item, show, ticks, entryPath }: ItemProps) {
  const styles = useStyles();
  const isDone = ticks.isDone(item.id);
  return (
    <li className={styles.item}>
      <label className={styles.target}>
        <input
          type="checkbox"
          className={styles.box}
          aria-label={item.text}
          checked={isDone}
          disabled={!ticks.tick}
          onChange={() => ticks.tick?.(item.id, !isDone)}
        />
      </label>
      <div className={styles.text}>
        <span lang={item.language} className={isDone ? styles.done : undefined}>
          {withGoodBreaks(item.text)}
        </span>
        <ItemFacts {...{ item, show, entryPath }} />
      </div>
    </li>
  );
}

/** Returns a function that words how many days before the show a day is. */
function useDaysBefore() {
  const { t } = useTranslation("show-day");
  return (days: number) => (days === 0 ? t("before.day") : t("before.days", { count: days }));
}

type StageProps = Omit<ItemProps, "item"> & { stage: ShowStage<ShowDayItem>; today: string };

function Stage({ stage, today, ...rest }: StageProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("show-day");
  const daysBefore = useDaysBefore();
  const { on } = stage;
  const when = on === today ? t("until.today") : on < today ? t("past") : null;
  return (
    <section className={styles.stage} aria-labelledby={`before-${stage.daysBefore}`}>
      <div className={styles.head}>
        <Heading level={3} size="small" id={`before-${stage.daysBefore}`} className={styles.title}>
          {daysBefore(stage.daysBefore)}
        </Heading>
        <p className={mergeClasses(styles.day, on === today && styles.now)}>
          {formatDay(on, i18n.language)}
          {when !== null && `\u00A0· ${when}`}
        </p>
      </div>
      <ul className={styles.items}>
        {stage.items.map((item) => (
          <CountdownItem key={item.id} item={item} {...rest} />
        ))}
      </ul>
    </section>
  );
}

type CountdownProps = {
  show: Show;
  countdown: ReturnType<typeof countdownOf<ShowDayItem>>;
  ticks: ShowTicks;
  today: string;
  entryPath: (item: ShowDayItem) => string;
};

/** The countdown of a show: a checklist for each of its days. */
export function Countdown({ show, countdown, ticks, today, entryPath }: CountdownProps) {
  const styles = useStyles();
  const { t } = useTranslation("show-day");
  const { stages, tooLate } = countdown;
  return (
    <>
      {tooLate > 0 && (
        <p className={mergeClasses(styles.note, styles.screenOnly)}>
          {t("tooLate", { count: tooLate })}
        </p>
      )}
      {stages.length === 0 && <p className={styles.note}>{t("nothing")}</p>}
      <div className={styles.stages}>
        {stages.map((stage) => (
          <Stage key={stage.daysBefore} {...{ stage, show, ticks, today, entryPath }} />
        ))}
      </div>
    </>
  );
}
