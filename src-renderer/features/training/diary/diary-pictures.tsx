import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import type { CriterionResult } from "#shared/api/training-diary.ts";
import { formatDate, formatShortDay } from "#shared/formats.ts";
import { minutesByWeek, type TrainedDay } from "#shared/training-diary.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

// Large: Fluent's charts.
const loadCharts = () => import("./diary-charts.tsx");
const MinutesChart = lazyChunk(async () => ({ default: (await loadCharts()).MinutesChart }));
const ResultBar = lazyChunk(async () => ({ default: (await loadCharts()).ResultBar }));

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
  swatch: { width: "14px", height: "14px", borderRadius: "3px" },
  criteria: { display: "grid", gap: "16px", margin: 0, padding: 0, listStyleType: "none" },
  name: { margin: 0, fontWeight: 600 },
  text: { margin: "0 0 6px", fontSize: "15px", color: tokens.colorNeutralForeground2 },
  bar: { minHeight: "22px", overflow: "hidden" },
  summary: { minHeight: "44px", lineHeight: "44px", width: "fit-content", cursor: "pointer" },
  scroll: { overflowX: "auto" },
  table: { borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  cell: {
    padding: "6px 24px 6px 0",
    textAlign: "left",
    verticalAlign: "top",
    fontWeight: 400,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.phone]: { paddingRight: "12px" },
  },
});

/** A drawing, which is out of reach for keyboards and screen readers: the table beside it says the same. */
function Drawing({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div inert className={className}>
      <ErrorBoundary fallback={null}>{children}</ErrorBoundary>
    </div>
  );
}

type PictureTableProps = { caption: string; columns: readonly string[]; children: ReactNode };

function PictureTable({ caption, columns, children }: PictureTableProps) {
  const styles = useStyles();
  const { t } = useTranslation("training-diary");
  return (
    <details>
      <summary className={styles.summary}>{t("table")}</summary>
      <div className={styles.scroll}>
        <table aria-label={caption} className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={styles.cell}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </details>
  );
}

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
        <MinutesChart
          color={colors.done}
          weeks={weeks.map(({ monday, minutes }) => ({
            label: formatShortDay(monday, i18n.language),
            minutes,
          }))}
        />
      </Drawing>
      <PictureTable
        caption={t("minutes.title")}
        columns={[t("minutes.week"), t("minutes.minutes")]}
      >
        {weeks.toReversed().map(({ monday, minutes }) => (
          <tr key={monday}>
            <th scope="row" className={styles.cell}>
              {formatDate(monday, i18n.language, "UTC")}
            </th>
            <td className={styles.cell}>{minutes}</td>
          </tr>
        ))}
      </PictureTable>
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
        <ResultBar
          parts={results.map((name) => ({
            text: t(`result.${name}`),
            count: result[name],
            color: colors[name],
          }))}
        />
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
      <PictureTable caption={t("results.title")} columns={[t("column.protocol"), ...names]}>
        {all.map((result) => (
          <tr key={keyOf(result)}>
            <th scope="row" className={styles.cell}>
              {result.protocol.title ?? t("sessions.goneProtocol")}
            </th>
            {results.map((name) => (
              <td key={name} className={styles.cell}>
                {result[name]}
              </td>
            ))}
          </tr>
        ))}
      </PictureTable>
    </section>
  );
}
