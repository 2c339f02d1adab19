import { mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Receipt } from "../../../../src-shared/api/billing.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { useReceiptStyles } from "./receipt-styles.ts";

function LineHead() {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const head = mergeClasses(styles.cell, styles.head);
  return (
    <thead>
      <tr>
        <th scope="col" className={head}>
          {t("receipt.item")}
        </th>
        <th scope="col" className={head}>
          {t("receipt.quantity")}
        </th>
        <th scope="col" className={mergeClasses(head, styles.wide)}>
          {t("receipt.unitPrice")}
        </th>
        <th scope="col" className={head}>
          {t("receipt.amount")}
        </th>
      </tr>
    </thead>
  );
}

/** What was bought, line by line, down to what was paid. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const { money } = useFormats();
  const { discount } = receipt;
  const wide = mergeClasses(styles.cell, styles.wide);
  const total = mergeClasses(styles.cell, styles.total);
  const sumRow = (name: string, amount: string, look: string) => (
    <tr>
      <th scope="row" colSpan={2} className={look}>
        {name}
      </th>
      <td className={mergeClasses(look, styles.wide)} />
      <td className={look}>{amount}</td>
    </tr>
  );
  return (
    <table className={styles.table}>
      <LineHead />
      <tbody>
        {receipt.lines.map((line) => (
          <tr key={line.sku}>
            <th scope="row" className={styles.cell}>
              {line.name}
            </th>
            <td className={styles.cell}>{line.quantity}</td>
            <td className={wide}>{money(line.unitPrice)}</td>
            <td className={styles.cell}>{money(line.total)}</td>
          </tr>
        ))}
        {discount &&
          sumRow(
            t("receipt.discount", discount),
            money({ ...discount.amount, amount: -discount.amount.amount }),
            styles.cell,
          )}
        {sumRow(t("receipt.total"), money(receipt.total), total)}
      </tbody>
    </table>
  );
}
