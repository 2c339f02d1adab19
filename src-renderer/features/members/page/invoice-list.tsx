import { Button } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Member, MemberInvoice } from "#shared/api/members.ts";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import type { Act } from "../acts/act-dialog.tsx";
import { Part, usePartStyles } from "./part.tsx";
import { useInvoiceActs } from "../acts/record-acts.ts";

type PartProps = { member: Member; start: (act: Act) => void };

function InvoiceItem({ invoice, member, start }: PartProps & { invoice: MemberInvoice }) {
  const styles = usePartStyles();
  const { t } = useTranslation("members");
  const { date, dates, money } = useFormats();
  const { refund, mailReceipt } = useInvoiceActs(member);
  const { purchase, refundable } = invoice;
  const { receiptNumber: number, covers, paidAt, createdAt, status, total, creditNotes } = purchase;
  return (
    <>
      <p>
        <strong>{number ?? t("invoices.unnumbered")}</strong>, {money(total)},{" "}
        {t(`invoices.state.${status}`)}
      </p>
      <p className={styles.quiet}>
        {date(paidAt ?? createdAt)}
        {covers && `. ${t("invoices.covers", { dates: dates(covers.from, covers.until) })}`}
      </p>
      {creditNotes.map((note) => (
        <p key={note.id}>
          {t("invoices.refunded", { number: note.number, price: money(note.amount) })}
          {purchase.lines.length > 1 &&
            note.lines.map(({ name, amount }) => ` · ${name}: ${money(amount)}`)}
        </p>
      ))}
      {number && (
        <div className={styles.actions}>
          <Button
            aria-label={t("acts.receipt.openOf", { number })}
            onClick={() => start(mailReceipt(purchase))}
          >
            {t("acts.receipt.open")}
          </Button>
          {refundable.amount > 0 && (
            <DangerButton
              aria-label={t("acts.refund.openOf", { number })}
              onClick={() => start(refund(invoice))}
            >
              {t("acts.refund.open")}
            </DangerButton>
          )}
        </div>
      )}
    </>
  );
}

export function InvoiceList({ member, start }: PartProps) {
  const { t } = useTranslation("members");
  const items = member.invoices.map((invoice) => ({
    key: invoice.purchase.id,
    content: <InvoiceItem invoice={invoice} member={member} start={start} />,
  }));
  return <Part title={t("invoices.title")} none={t("invoices.none")} items={items} />;
}
