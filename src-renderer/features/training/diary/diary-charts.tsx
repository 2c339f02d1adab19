import { HorizontalBarChart, ResponsiveContainer, VerticalBarChart } from "@fluentui/react-charts";
import { makeStyles } from "@fluentui/react-components";

const useStyles = makeStyles({
  // Fluent's ticks are too small to read on a phone.
  minutes: { height: "240px", "& g text": { fontSize: "12px" } },
  // One legend stands above all bars.
  results: { "& .fui-hbc__legendContainer": { display: "none" } },
});

type MinutesChartProps = {
  weeks: readonly { label: string; minutes: number }[];
  color: string;
};

/** A bar for the minutes of each week. */
export function MinutesChart({ weeks, color }: MinutesChartProps) {
  const styles = useStyles();
  return (
    <div className={styles.minutes}>
      <ResponsiveContainer>
        <VerticalBarChart
          data={weeks.map(({ label, minutes }) => ({ x: label, y: minutes }))}
          colors={[color]}
          useSingleColor
          hideLegend
          hideTooltip
          barWidth="auto"
          maxBarWidth={32}
          yAxisTickCount={4}
        />
      </ResponsiveContainer>
    </div>
  );
}

type ResultBarProps = { parts: readonly { text: string; count: number; color: string }[] };

/** A bar with a part for each result. */
export function ResultBar({ parts }: ResultBarProps) {
  const styles = useStyles();
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.results}>
      <HorizontalBarChart
        data={[
          {
            chartData: parts.map(({ text, count, color }) => ({
              legend: text,
              color,
              horizontalBarChartdata: { x: count, total },
            })),
          },
        ]}
        chartDataMode="hidden"
        hideTooltip
      />
    </div>
  );
}
