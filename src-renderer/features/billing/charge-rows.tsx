import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { Money } from "#shared/money.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  list: { display: "grid", gap: "12px", margin: 0 },
  row: {
    display: "flex",
    justifyContent: "space-between",
    gap: "16px",
    "> dt": { minWidth: 0 },
    "> dd": { margin: 0, whiteSpace: "nowrap", fontVariantNumeric: "lining-nums tabular-nums" },
  },
  due: {
    ":not(:first-child)": {
      paddingTop: "16px",
      borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    },
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
  },
});

/** What is charged, or taken off if the price is negative. */
type ChargeRow = { name: string; price: Money };

export const discountRow = (name: string, { amount, currency }: Money): ChargeRow => ({
  name,
  price: { amount: -amount, currency },
});

type ChargeRowsProps = {
  rows: readonly ChargeRow[];
  due: ChargeRow;
};

export function ChargeRows({ rows, due }: ChargeRowsProps) {
  const styles = useStyles();
  const { money } = useFormats();
  return (
    <dl className={styles.list}>
      {rows.map(({ name, price }) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{money(price)}</dd>
        </div>
      ))}
      <div className={mergeClasses(styles.row, styles.due)}>
        <dt>{due.name}</dt>
        <dd>{money(due.price)}</dd>
      </div>
    </dl>
  );
}
