import { useTranslation } from "react-i18next";
import type { Receipt } from "../../../../src-shared/api/billing.ts";
import { Notice } from "../../../components/notice.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { ReceiptLines } from "./receipt-lines.tsx";
import { useReceiptStyles } from "./receipt-styles.ts";

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

/** How each bought extra is got (ruling 16). */
function Deliveries({ deliveries }: Pick<Receipt, "deliveries">) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  if (deliveries.length === 0) return null;
  return (
    <div>
      <h2 className={styles.subtitle}>{t("receipt.deliveries")}</h2>
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

/** A receipt as it is kept: parties, lines, total, accepted terms, how extras are got. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const styles = useReceiptStyles();
  const { t } = useTranslation("membership");
  return (
    <article className={styles.paper}>
      {receipt.testMode && <Notice intent="warning">{t("receipt.testMode")}</Notice>}
      <ReceiptFacts receipt={receipt} />
      <ReceiptLines receipt={receipt} />
      <Deliveries deliveries={receipt.deliveries} />
      <p className={styles.note}>{t("receipt.terms", { version: receipt.termsVersion })}</p>
    </article>
  );
}
