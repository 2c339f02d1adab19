import { mergeClasses } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Receipt } from "../../../../src-shared/api/billing.ts";
import { Heading } from "../../../components/heading.tsx";
import { Notice } from "../../../components/notice.tsx";
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

/** The discount and the amount paid. */
function ReceiptSums({ discount, total }: Pick<Receipt, "discount" | "total">) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const { money } = useFormats();
  return (
    <dl className={styles.sums}>
      {discount && (
        <div className={styles.sum}>
          <dt>{t("receipt.discount", discount)}</dt>
          <dd className={styles.value}>
            {money({ ...discount.amount, amount: -discount.amount.amount })}
          </dd>
        </div>
      )}
      <div className={mergeClasses(styles.sum, styles.total)}>
        <dt>{t("receipt.total")}</dt>
        <dd className={styles.value}>{money(total)}</dd>
      </div>
    </dl>
  );
}

/** The purchased lines and the total. */
function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const styles = useReceiptStyles();
  const { money } = useFormats();
  return (
    <div>
      <table className={styles.table}>
        <LineHead />
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.sku}>
              <th scope="row" className={styles.cell}>
                {line.name}
              </th>
              <td className={styles.cell}>{line.quantity}</td>
              <td className={mergeClasses(styles.cell, styles.wide)}>{money(line.unitPrice)}</td>
              <td className={styles.cell}>{money(line.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ReceiptSums discount={receipt.discount} total={receipt.total} />
    </div>
  );
}

/** Number, date and the two parties. */
function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  const { seller, buyer } = receipt;
  const facts: [name: string, lines: string[]][] = [
    [t("receipt.number"), [receipt.number]],
    [t("receipt.issued"), [date(receipt.issuedAt)]],
    [t("receipt.seller"), [seller.name, seller.address, seller.email]],
    [t("receipt.buyer"), [buyer.name, buyer.email]],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, lines]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          {lines.map((line) => (
            <dd key={line} className={styles.value}>
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** How each bought extra is delivered. */
function Deliveries({ deliveries }: Pick<Receipt, "deliveries">) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  if (deliveries.length === 0) return null;
  return (
    <div>
      <Heading level={2} size="label" className={styles.subtitle}>
        {t("receipt.deliveries")}
      </Heading>
      <dl className={styles.value}>
        {deliveries.map(({ name, delivery }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.note}>{delivery}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A stored receipt: parties, lines, total, delivery of extras and the accepted terms. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  const { date } = useFormats();
  // At noon, so that it is the same day in every time zone.
  const terms = { date: date(`${receipt.termsVersion}T12:00`) };
  return (
    <article className={styles.paper}>
      {receipt.testMode && <Notice intent="warning">{t("receipt.testMode")}</Notice>}
      <ReceiptFacts receipt={receipt} />
      <ReceiptLines receipt={receipt} />
      <Deliveries deliveries={receipt.deliveries} />
      <p className={styles.note}>{t("receipt.terms", terms)}</p>
    </article>
  );
}
