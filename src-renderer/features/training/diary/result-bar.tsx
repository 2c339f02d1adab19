import { HorizontalBarChart } from "@fluentui/react-charts";
import { makeStyles } from "@fluentui/react-components";

const useStyles = makeStyles({
  // One legend stands above all bars.
  results: { "& .fui-hbc__legendContainer": { display: "none" } },
});

type ResultBarProps = { parts: readonly { text: string; count: number; color: string }[] };

export default function ResultBar({ parts }: ResultBarProps) {
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
