import { makeStyles } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { brand } from "#renderer/platform/brand.ts";
import { getTrends, trendMonths, type Trend } from "#shared/api/trends.ts";
import { formatMonth, formatShortMonth } from "#shared/formats.ts";
import { minorDigits } from "#shared/money.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Drawing, DrawingTable } from "#renderer/components/drawing.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";

const BarChart = lazyChunk(() => import("#renderer/components/bar-chart.tsx"));

const useStyles = makeStyles({
  text: { margin: "0 0 12px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  trends: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    columnGap: "40px",
    marginTop: "28px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  // Aligns the titles, texts and charts of neighbouring trends.
  trend: {
    display: "grid",
    gridTemplateRows: "subgrid",
    gridRow: "span 4",
    marginBottom: "40px",
  },
  title: { marginBottom: "8px" },
  drawing: { minHeight: "240px" },
});

type TrendPictureProps = {
  title: string;
  counts: string;
  months: readonly Trend[];
  valueOf: (month: Trend) => number;
  formatTick?: (value: number) => string;
  columns: readonly string[];
  cellsOf: (month: Trend) => readonly (string | number)[];
};

/** A bar chart by month, and the same figures as a table, latest month first. */
function TrendPicture({ months, valueOf, formatTick, cellsOf, ...texts }: TrendPictureProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation("trends");
  const { language } = i18n;
  return (
    <TrendPart title={texts.title} counts={texts.counts}>
      <Drawing className={styles.drawing}>
        <BarChart
          color={tokens.colorBrandForeground1}
          bars={months.map((month) => ({
            label: formatShortMonth(month.month, language),
            value: valueOf(month),
          }))}
          {...(formatTick && { formatTick })}
        />
      </Drawing>
      <DrawingTable
        label={texts.title}
        summary={t("table")}
        columns={[t("month"), ...texts.columns]}
        rows={months.toReversed().map((month, index) => {
          const name = formatMonth(month.month, language);
          const head = index === 0 ? t("soFar", { month: name }) : name;
          return { key: month.month, head, cells: cellsOf(month) };
        })}
      />
    </TrendPart>
  );
}

function TrendPart({
  title,
  counts,
  children,
}: Record<"title" | "counts", string> & { children: ReactNode }) {
  const styles = useStyles();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.trend}>
      <Heading level={2} size="small" id={heading} className={styles.title}>
        {title}
      </Heading>
      <p className={styles.text}>{counts}</p>
      {children}
    </section>
  );
}

type TrendsProps = { months: readonly Trend[] };

function MembersTrend({ months }: TrendsProps) {
  const { t } = useTranslation("trends");
  return (
    <TrendPicture
      title={t("members.title")}
      counts={t("members.counts")}
      months={months}
      valueOf={({ members }) => members}
      columns={[t("members.title"), t("members.bought")]}
      cellsOf={({ members, bought }) => [members, bought]}
    />
  );
}

/** A chart of the monthly recurring revenue for each currency that has any. */
function RevenueTrends({ months }: TrendsProps) {
  const { t } = useTranslation("trends");
  const { money } = useFormats();
  const currencies = [
    ...new Set(months.flatMap(({ revenue }) => revenue.map((sum) => sum.currency))),
  ];
  if (currencies.length === 0) {
    return (
      <TrendPart title={t("revenue.title")} counts={t("revenue.counts")}>
        <p>{t("revenue.none")}</p>
      </TrendPart>
    );
  }
  return currencies.map((currency) => {
    const amountOf = ({ revenue }: Trend) =>
      revenue.find((sum) => sum.currency === currency)?.amount ?? 0;
    const unit = 10 ** minorDigits(currency);
    return (
      <TrendPicture
        key={currency}
        title={t("revenue.of", { currency })}
        counts={t("revenue.counts")}
        months={months}
        valueOf={(month) => amountOf(month) / unit}
        formatTick={(value) => money({ amount: Math.round(value * unit), currency })}
        columns={[t("revenue.column")]}
        cellsOf={(month) => [money({ amount: amountOf(month), currency })]}
      />
    );
  });
}

function ChurnTrend({ months }: TrendsProps) {
  const { t } = useTranslation("trends");
  const { number } = useFormats();
  const shareOf = ({ churn: { from, left } }: Trend) => (from === 0 ? 0 : (left / from) * 100);
  const percent = (value: number) => `${number(value)}\u00A0%`;
  if (months.every(({ churn }) => churn.from === 0)) {
    return (
      <TrendPart title={t("churn.title")} counts={t("churn.counts")}>
        <p>{t("churn.none")}</p>
      </TrendPart>
    );
  }
  return (
    <TrendPicture
      title={t("churn.title")}
      counts={t("churn.counts")}
      months={months}
      valueOf={shareOf}
      formatTick={percent}
      columns={[t("churn.from"), t("churn.left"), t("churn.column")]}
      cellsOf={(month) => {
        const { from, left } = month.churn;
        return [from, left, from === 0 ? "–" : percent(shareOf(month))];
      }}
    />
  );
}

/** How members, recurring revenue and churn have developed over the last months. For admins. */
export function TrendsSection() {
  const styles = useStyles();
  const { t, i18n } = useTranslation("trends");
  const query = useApiQuery(getTrends, {});
  return (
    <QueryView
      query={query}
      loading={<LoadingLines lines={8} />}
      isEmpty={({ months }) => months.length === 0}
      empty={<EmptyState motif="whistle" title={t("empty.title")} text={t("empty.text")} />}
    >
      {({ months }) => (
        <>
          <p className={styles.text}>{t("lead", { zone: brand.timeZone })}</p>
          {months.length < trendMonths && (
            <p className={styles.text}>
              {t("since", { month: formatMonth(months[0]?.month ?? "", i18n.language) })}
            </p>
          )}
          <div className={styles.trends}>
            <MembersTrend months={months} />
            <RevenueTrends months={months} />
            <ChurnTrend months={months} />
          </div>
        </>
      )}
    </QueryView>
  );
}
