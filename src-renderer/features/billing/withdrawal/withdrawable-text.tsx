import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Withdrawable } from "#shared/api/membership.ts";
import { useFormats } from "#renderer/i18n/formats.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "8px" },
  text: { margin: 0 },
  items: { margin: 0, paddingLeft: "20px" },
  amount: { margin: 0, fontWeight: 600 },
});

/** The effect of a withdrawal: items and membership that end, and the amount and credit that are returned. */
export function WithdrawableText({ contract }: { contract: Withdrawable }) {
  const styles = useStyles();
  const { t } = useTranslation("withdrawal");
  const { money } = useFormats();
  const { receiptNumber, items, amount, credit, endsMembership } = contract;
  return (
    <div className={styles.root}>
      <p className={styles.text}>{t("contract.from", { number: receiptNumber })}</p>
      <ul className={styles.items}>
        {[...new Set(items)].map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className={styles.amount}>
        {amount.amount > 0
          ? t("contract.amount", { amount: money(amount) })
          : t("contract.nothing")}
      </p>
      {credit.amount > 0 && (
        <p className={styles.text}>{t("contract.credit", { credit: money(credit) })}</p>
      )}
      {endsMembership && <p className={styles.text}>{t("contract.ends")}</p>}
    </div>
  );
}
