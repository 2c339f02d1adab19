import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Quote } from "../../../../src-shared/api/billing.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";

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
    paddingTop: "16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
  },
  stale: { opacity: 0.6 },
  next: { margin: "16px 0 0", color: tokens.colorNeutralForeground2 },
});

type ChargeSummaryProps = {
  quote: Quote;
  /** Whether the quote is outdated while a new one loads. */
  stale: boolean;
};

/** What is charged now, and what next and when. */
export function ChargeSummary({ quote, stale }: ChargeSummaryProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money, date } = useFormats();
  const { lines, discount, dueNow, renewal } = quote;
  return (
    <div aria-busy={stale} className={mergeClasses(stale && styles.stale)}>
      <dl className={styles.list}>
        {lines.map((line) => (
          <div key={line.sku} className={styles.row}>
            <dt>{line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name}</dt>
            <dd>{money(line.total)}</dd>
          </div>
        ))}
        {discount && (
          <div className={styles.row}>
            <dt>{t("summary.discount", { code: discount.code })}</dt>
            <dd>−{money(discount.amount)}</dd>
          </div>
        )}
        <div className={mergeClasses(styles.row, styles.due)}>
          <dt>{t("summary.now")}</dt>
          <dd>{money(dueNow)}</dd>
        </div>
      </dl>
      <p className={styles.next}>
        {renewal
          ? t(`summary.renewal.${renewal.period}`, {
              price: money(renewal.price),
              date: date(renewal.on),
            })
          : t("summary.once")}
      </p>
    </div>
  );
}
