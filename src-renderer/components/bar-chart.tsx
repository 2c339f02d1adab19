import { ResponsiveContainer, VerticalBarChart } from "@fluentui/react-charts";
import { makeStyles } from "@fluentui/react-components";

const useStyles = makeStyles({
  // Fluent's ticks are too small to read on a phone.
  root: { height: "240px", "& g text": { fontSize: "12px" } },
});

type BarChartProps = {
  bars: readonly { label: string; value: number }[];
  color: string;
  /** Writes a value at the axis, where it is no plain number; the bars have no labels then. */
  formatTick?: (value: number) => string;
};

/** Bars of one colour. Large, for Fluent's charts: load it when it is shown, within a `Drawing`. */
export default function BarChart({ bars, color, formatTick }: BarChartProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <ResponsiveContainer>
        <VerticalBarChart
          data={bars.map(({ label, value }) => ({ x: label, y: value }))}
          colors={[color]}
          useSingleColor
          hideLegend
          hideTooltip
          barWidth="auto"
          maxBarWidth={32}
          yAxisTickCount={4}
          {...(formatTick && { yAxisTickFormat: formatTick, hideLabels: true })}
        />
      </ResponsiveContainer>
    </div>
  );
}
