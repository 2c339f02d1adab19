import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "#shared/api/training-diary.ts";
import { formatCalendarDate, formatShortDay } from "#shared/formats.ts";
import { minutesByWeek, type TrainedDay } from "#shared/training-diary.ts";
import { Drawing, DrawingTable } from "#renderer/components/drawing.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { tokens } from "#renderer/theme/tokens.ts";

// Large: Fluent's charts.
const BarChart = lazyChunk(() => import("#renderer/components/bar-chart.tsx"));

/** Weeks of the chart: as many as fit on a phone. */
const shownWeeks = 8;

const colors = {
  done: tokens.colorBrandForeground1,
  again: tokens.colorAccent,
  back: tokens.colorNeutralStrokeAccessible,
};
const results = ["done", "again", "back"] as const;

const useStyles = makeStyles({
  title: { marginBottom: "12px" },
  minutes: { minHeight: "240px" },
  legend: { display: "flex", flexWrap: "wrap", gap: "4px 20px", margin: "0 0 16px", padding: 0 },
  entry: { display: "inline-flex", alignItems: "center", gap: "8px" },
  swatch: { width: "14px", height: "14px", borderRadius: "3px", forcedColorAdjust: "none" },
  criteria: { display: "grid", gap: "16px", margin: 0, padding: 0, listStyleType: "none" },
  name: { margin: 0, fontWeight: 600 },
  text: { margin: "0 0 6px", fontSize: "15px", color: tokens.colorNeutralForeground2 },
  bar: { display: "flex", height: "12px", borderRadius: "3px", overflow: "hidden" },
  part: { forcedColorAdjust: "none" },
});

/** The minutes of the last weeks, drawn and as a table. */
export function MinutesPicture({ days, today }: { days: readonly TrainedDay[]; today: string }) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("training-diary");
  const weeks = minutesByWeek(days, { today, weeks: shownWeeks });
  return (
    <section aria-labelledby="diary-minutes">
      <Heading level={2} size="small" id="diary-minutes" className={styles.title}>
        {t("minutes.title")}
      </Heading>
      <Drawing className={styles.minutes}>
        <BarChart
          color={colors.done}
          bars={weeks.map(({ monday, minutes }) => ({
            label: formatShortDay(monday, i18n.language),
            value: minutes,
          }))}
        />
      </Drawing>
      <DrawingTable
        label={t("minutes.title")}
        summary={t("table")}
        columns={[t("minutes.week"), t("minutes.minutes")]}
        rows={weeks.toReversed().map(({ monday, minutes }) => ({
          key: monday,
          head: formatCalendarDate(monday, i18n.language),
          cells: [minutes],
        }))}
      />
    </section>
  );
}

const keyOf = ({ protocol, kind }: CriterionResult) => `${kind} ${protocol.slug}`;

/** Returns how the sessions of a protocol are answered, in words, and the language of these. */
function useCriterion(): (result: CriterionResult) => { text: string; lang?: string } {
  const { t } = useTranslation("training-diary");
  return ({ kind, criterion, right, of, protocol }) => {
    if (kind === "counted") return { text: t("results.counted", { right, of }) };
    if (criterion === null) return { text: t("results.judged") };
    return { text: criterion, lang: protocol.language };
  };
}

/** What came of the sessions of a protocol: its criterion, and a bar. */
function ResultItem({ result }: { result: CriterionResult }) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  const { text, lang } = useCriterion()(result);
  const { title, language } = result.protocol;
  return (
    <li>
      <p className={styles.name} {...(title !== null && { lang: language })}>
        {title ?? t("sessions.goneProtocol")}
      </p>
      <p className={styles.text} lang={lang}>
        {text}
      </p>
      <Drawing className={styles.bar}>
        {results.map((name) => (
          <div
            key={name}
            className={styles.part}
            style={{ flexGrow: result[name], backgroundColor: colors[name] }}
          />
        ))}
      </Drawing>
    </li>
  );
}

/** What came of the sessions of each protocol, drawn and as a table. */
export function ResultsPicture({ results: all }: { results: readonly CriterionResult[] }) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  const names = results.map((name) => t(`result.${name}`));
  return (
    <section aria-labelledby="diary-results">
      <Heading level={2} size="small" id="diary-results" className={styles.title}>
        {t("results.title")}
      </Heading>
      <p aria-hidden className={styles.legend}>
        {results.map((name) => (
          <span key={name} className={styles.entry}>
            <span className={styles.swatch} style={{ backgroundColor: colors[name] }} />
            {t(`result.${name}`)}
          </span>
        ))}
      </p>
      <ul className={styles.criteria}>
        {all.map((result) => (
          <ResultItem key={keyOf(result)} result={result} />
        ))}
      </ul>
      <DrawingTable
        label={t("results.title")}
        summary={t("table")}
        columns={[t("column.protocol"), ...names]}
        rows={all.map((result) => ({
          key: keyOf(result),
          head: result.protocol.title ?? t("sessions.goneProtocol"),
          cells: results.map((name) => result[name]),
        }))}
      />
    </section>
  );
}
