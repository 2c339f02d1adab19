import { mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { brand } from "#renderer/platform/brand.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import { receiptRows, type ReceiptRows } from "#shared/receipt-rows.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useReceiptStyles } from "./receipt-styles.ts";

type TableProps = {
  name: string;
  head: string[];
  rows: string[][];
  /** Index of a column that follows from the others: a phone has no room for it. */
  spare?: number;
};

/** A table whose first column names its rows. */
function ReceiptTable({ name, head, rows, spare }: TableProps) {
  const styles = useReceiptStyles();
  const cell = (index: number, ...more: string[]) =>
    mergeClasses(styles.cell, ...more, index === spare && styles.wide);
  return (
    <table className={styles.table} aria-label={name}>
      <thead>
        <tr>
          {head.map((title, index) => (
            <th key={title} scope="col" className={cell(index, styles.head)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...values]) => (
          <tr key={first}>
            <th scope="row" className={cell(0)}>
              {first}
            </th>
            {values.map((value, index) => (
              // Equal values may stand in one row.
              <td key={head[index + 1]} className={cell(index + 1)}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Discount, credit, payments and refunds. */
function ReceiptSums({ sums, total }: Pick<ReceiptRows, "sums" | "total">) {
  const styles = useReceiptStyles();
  return (
    <dl className={styles.sums}>
      {sums.map(({ name, value }) => (
        <div key={name} className={styles.sum}>
          <dt>{name}</dt>
          <dd className={styles.amount}>{value}</dd>
        </div>
      ))}
      <div className={mergeClasses(styles.sum, styles.total)}>
        <dt>{total.name}</dt>
        <dd className={styles.amount}>{total.value}</dd>
      </div>
    </dl>
  );
}

/** Number, dates, the two parties, and what it pays or corrects. */
function ReceiptFacts({ facts }: Pick<ReceiptRows, "facts">) {
  const styles = useReceiptStyles();
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, values }) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          {values.map((value) => (
            <dd key={value} className={styles.value}>
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** The taxes that the total contains, by rate. */
function Taxes({ title, head, rows }: NonNullable<ReceiptRows["taxes"]>) {
  const styles = useReceiptStyles();
  return (
    <div>
      <Heading level={2} size="label" className={styles.subtitle}>
        {title}
      </Heading>
      <ReceiptTable name={title} head={head} rows={rows} />
    </div>
  );
}

/** How each bought extra is delivered. */
function Deliveries({ title, items }: NonNullable<ReceiptRows["deliveries"]>) {
  const styles = useReceiptStyles();
  return (
    <div>
      <Heading level={2} size="label" className={styles.subtitle}>
        {title}
      </Heading>
      <dl className={styles.deliveries}>
        {items.map(({ name, delivery }) => (
          <div key={name} className={styles.delivery}>
            <dt className={styles.item}>{name}</dt>
            <dd className={styles.note}>{delivery}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A stored receipt or credit note: parties, lines, sums, taxes, delivery of extras and the accepted terms. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const styles = useReceiptStyles();
  const { t, i18n } = useTranslation("membership");
  const described = { language: i18n.language, timeZone: brand.timeZone };
  const rows = receiptRows(receipt, described, (key, values) =>
    t(`receipt.${key}`, { replace: { ...values } }),
  );
  const { warning, facts, lineHead, lines, sums, total, taxes, deliveries, terms } = rows;
  return (
    <article className={styles.paper}>
      {warning && <Notice intent="warning">{warning}</Notice>}
      <ReceiptFacts facts={facts} />
      <div>
        <ReceiptTable name={rows.title} head={lineHead} rows={lines} spare={2} />
        <ReceiptSums sums={sums} total={total} />
      </div>
      {taxes && <Taxes {...taxes} />}
      {deliveries && <Deliveries {...deliveries} />}
      <p className={styles.note}>{terms}</p>
    </article>
  );
}
