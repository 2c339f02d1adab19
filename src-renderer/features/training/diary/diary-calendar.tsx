import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { ChevronLeftRegular, ChevronRightRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { formatDay, formatMonth, formatWeekday } from "#shared/formats.ts";
import { addMonths } from "#shared/calendar-date.ts";
import { weeksOfMonth, type TrainedDay } from "#shared/training-diary.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import type { DiaryFilter } from "./diary-filter.tsx";

const useStyles = makeStyles({
  head: { display: "flex", alignItems: "center", gap: "8px", marginBottom: "12px" },
  title: { flexGrow: 1 },
  turn: { minWidth: "44px", minHeight: "44px" },
  table: { width: "100%", maxWidth: "480px", tableLayout: "fixed", borderCollapse: "collapse" },
  caption: { textAlign: "left", fontWeight: 600, paddingBottom: "8px" },
  weekday: { padding: "4px 0", fontSize: "14px", fontWeight: 400, textAlign: "center" },
  cell: { padding: "2px", textAlign: "center", color: tokens.colorNeutralForeground3 },
  day: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "56px",
    minHeight: "44px",
    padding: 0,
    border: "2px solid transparent",
    // A transparent border is visible there: every day would look trained.
    "@media (forced-colors: active)": { ":not(button)": { border: "2px solid Canvas" } },
    borderRadius: tokens.borderRadiusLarge,
    font: "inherit",
    fontVariantNumeric: "tabular-nums",
  },
  today: { borderBottomColor: tokens.colorNeutralStrokeAccessible },
  trained: {
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `2px solid ${tokens.colorBrandForeground1}`,
    cursor: "pointer",
  },
  chosen: { color: tokens.colorOnAccent, backgroundColor: tokens.colorAccent },
});

type DayCellProps = {
  date: string;
  /** What was trained on it, if anything was. */
  trained: TrainedDay | undefined;
  isToday: boolean;
  isChosen: boolean;
  onToggle: () => void;
};

/** A day of the month; one with training can be chosen. */
function DayCell({ date, trained, isToday, isChosen, onToggle }: DayCellProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("training-diary");
  const number = Number(date.slice(-2));
  const day = formatDay(date, i18n.language);
  const name = isToday ? t("calendar.today", { day }) : day;
  if (!trained) {
    return (
      <span
        className={mergeClasses(styles.day, isToday && styles.today)}
        {...(isToday && { "aria-current": "date" })}
      >
        {number}
      </span>
    );
  }
  const { sessions, minutes } = trained;
  return (
    <button
      type="button"
      aria-label={t("calendar.trained", { day: name, count: sessions, minutes })}
      aria-pressed={isChosen}
      className={mergeClasses(styles.day, styles.trained, isChosen && styles.chosen)}
      onClick={onToggle}
    >
      {number}
    </button>
  );
}

function Weekdays() {
  const styles = useStyles();
  const { i18n } = useTranslation();
  return (
    <tr>
      {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
        <th
          key={weekday}
          scope="col"
          abbr={formatWeekday(weekday, i18n.language)}
          className={styles.weekday}
        >
          {formatWeekday(weekday, i18n.language, "short")}
        </th>
      ))}
    </tr>
  );
}

type MonthHeadProps = { month: string; current: string; onTurn: (month: string) => void };

/** The heading, and the buttons that turn to other months, up to the current one. */
function MonthHead({ month, current, onTurn }: MonthHeadProps) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  return (
    <div className={styles.head}>
      <Heading level={2} size="small" id="diary-calendar" className={styles.title}>
        {t("calendar.title")}
      </Heading>
      <Button
        appearance="subtle"
        className={styles.turn}
        icon={<ChevronLeftRegular />}
        aria-label={t("calendar.previous")}
        onClick={() => onTurn(addMonths(month, -1))}
      />
      <Button
        appearance="subtle"
        className={styles.turn}
        icon={<ChevronRightRegular />}
        aria-label={t("calendar.next")}
        disabledFocusable={month >= current}
        onClick={() => onTurn(addMonths(month, 1))}
      />
    </div>
  );
}

type DiaryCalendarProps = {
  days: readonly TrainedDay[];
  filter: DiaryFilter;
  today: string;
  onChange: (changes: Partial<Record<"day" | "month", string>>) => void;
};

/** A month with the days of training, each of which narrows the list to its sessions. */
export function DiaryCalendar({ days, filter, today, onChange }: DiaryCalendarProps) {
  const styles = useStyles();
  const { i18n } = useTranslation();
  const current = today.slice(0, 7);
  const month = filter.month ?? filter.day?.slice(0, 7) ?? current;
  const trained = new Map(days.map((day) => [day.on, day]));
  return (
    <section aria-labelledby="diary-calendar">
      <MonthHead {...{ month, current }} onTurn={(next) => onChange({ month: next })} />
      <table className={styles.table}>
        <caption aria-live="polite" className={styles.caption}>
          {formatMonth(month, i18n.language)}
        </caption>
        <thead>
          <Weekdays />
        </thead>
        <tbody>
          {weeksOfMonth(month).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, weekday) => (
                // oxlint-disable-next-line react/no-array-index-key -- a weekday keeps its place
                <td key={weekday} className={styles.cell}>
                  {date && (
                    <DayCell
                      date={date}
                      trained={trained.get(date)}
                      isToday={date === today}
                      isChosen={date === filter.day}
                      onToggle={() => onChange({ day: date === filter.day ? "" : date, month })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
