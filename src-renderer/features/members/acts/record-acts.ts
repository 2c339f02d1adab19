import { useTranslation } from "react-i18next";
import type { Purchase } from "#shared/api/billing.ts";
import { type ContactMessage, listMessages } from "#shared/api/contact-messages.ts";
import { getInvitations } from "#shared/api/invitations.ts";
import {
  addMemberNote,
  answerMessage,
  changeMemberNote,
  closeMessage,
  deleteMemberNote,
  memberActLimits,
  refundMember,
  reopenMessage,
  resendMail,
} from "#shared/api/member-acts.ts";
import {
  type Member,
  type MemberInvoice,
  type MemberNote,
  getMember,
  listMembers,
} from "#shared/api/members.ts";
import { listReaders, retryBounced } from "#shared/api/readers.ts";
import { moneyOf, type Money } from "#shared/money.ts";
import { call } from "#renderer/api-client/client.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { refresh } from "#renderer/api-client/query.ts";
import type { Act, ActField } from "./act-dialog.tsx";
import { outcomeOf, usePasswordField } from "./membership-acts.ts";

/** Loads again what acts change, wherever it is shown. */
export const reload = () =>
  Promise.all([getMember, listMembers, listMessages, getInvitations, listReaders].map(refresh));

/** Returns an amount as typed, "9,50" included; null unless it is one of at most `refundable`. */
function amountIn(text: string, refundable: Money): Money | null {
  const amount = moneyOf(text.trim().replace(",", "."), refundable.currency);
  return amount && amount.amount > 0 && amount.amount <= refundable.amount ? amount : null;
}

export function useInvoiceActs({ id, email: address }: Member) {
  const { t } = useTranslation(["members", "forms"]);
  const { money, typedAmount } = useFormats();
  const password = usePasswordField();
  const params = { id };

  const refund = ({ purchase, refundable, refundableLines, paysPresent }: MemberInvoice): Act => {
    const remainingOf = (sku?: string) =>
      refundableLines.find((line) => line.sku === sku)?.refundable ?? refundable;
    const lineField: ActField[] =
      refundableLines.length > 1
        ? [
            {
              name: "sku",
              kind: "choice",
              label: t("acts.refund.line"),
              options: [
                { value: "", text: t("acts.refund.allLines", { price: money(refundable) }) },
                ...refundableLines.map(({ sku, name, refundable: price }) => ({
                  value: sku,
                  text: t("acts.refund.ofLine", { name, price: money(price) }),
                })),
              ],
            },
          ]
        : [];
    return {
      id: `refund ${purchase.id}`,
      title: t("acts.refund.title", { number: purchase.receiptNumber ?? "" }),
      action: t("acts.refund.action"),
      isDanger: true,
      texts: [
        t("acts.refund.text", { price: money(refundable) }),
        ...(paysPresent
          ? [t(refundableLines.length > 1 ? "acts.refund.endsLine" : "acts.refund.ends")]
          : []),
        t("acts.final"),
      ],
      fields: [
        ...lineField,
        {
          name: "amount",
          kind: "number",
          label: t("acts.refund.amount", { currency: refundable.currency }),
        },
        { name: "reason", kind: "text", label: t("acts.refund.reason") },
        password,
      ],
      values: { sku: "", amount: typedAmount(refundable), reason: "", password: "" },
      follow: ({ sku }) => ({ amount: typedAmount(remainingOf(sku)) }),
      check: ({ sku, amount = "", reason = "", password: typed }) => {
        const remaining = remainingOf(sku);
        const wrong = {
          ...(!amountIn(amount, remaining) && {
            amount: t("acts.refund.wrongAmount", { price: money(remaining) }),
          }),
          ...(reason.trim() === "" && { reason: t("forms:required") }),
          ...(typed === "" && { password: t("forms:required") }),
        };
        return Object.keys(wrong).length > 0 ? wrong : null;
      },
      send: async ({ sku, amount = "", reason = "", password: typed = "" }, idempotencyKey) => {
        const body = {
          invoiceId: purchase.id,
          sku: sku || undefined,
          amount: amountIn(amount, refundable)?.amount ?? 0,
          reason: reason.slice(0, memberActLimits.reason),
          password: typed,
        };
        return outcomeOf(await call(refundMember, { params, body, idempotencyKey }), (done) => {
          const price = done.refund ? money(done.refund.amount) : "";
          const number = done.refund?.number ?? "";
          const status = done.refund?.status ?? "processing";
          if (status === "failed")
            return { text: t("acts.refund.failed", { price }), isFailure: true };
          const key = status === "succeeded" ? "acts.refund.done" : "acts.refund.processing";
          return { text: t(key, { price, number }) };
        });
      },
    };
  };

  const mailReceipt = ({ id: invoiceId, receiptNumber }: Purchase): Act => ({
    id: `receipt ${invoiceId}`,
    title: t("acts.receipt.title", { number: receiptNumber ?? "" }),
    action: t("acts.receipt.action"),
    texts: [t("acts.receipt.text", { address }), t("acts.final")],
    fields: [],
    values: {},
    send: async (_, idempotencyKey) => {
      const body = { kind: "receipt", invoiceId } as const;
      return outcomeOf(await call(resendMail, { params, body, idempotencyKey }), () => ({
        text: t("acts.receipt.done", { address }),
      }));
    },
  });

  return { refund, mailReceipt };
}

export function useNoteActs({ id, name: who }: Member) {
  const { t } = useTranslation(["members", "forms"]);

  const write = (note?: MemberNote): Act => ({
    id: `note ${note?.id ?? ""}`,
    title: note ? t("acts.note.editTitle") : t("acts.note.addTitle", { who }),
    action: t("acts.note.save"),
    texts: [t("acts.note.hint")],
    fields: [{ name: "text", kind: "long", rows: 5, label: t("acts.note.text") }],
    values: { text: note?.text ?? "" },
    check: ({ text = "" }) => (text.trim() === "" ? { text: t("forms:required") } : null),
    send: async ({ text = "" }, idempotencyKey) => {
      const body = { text };
      const result = note
        ? call(changeMemberNote, { params: { id, noteId: note.id }, body, idempotencyKey })
        : call(addMemberNote, { params: { id }, body, idempotencyKey });
      return outcomeOf(await result, () => ({ text: t("acts.note.saved") }));
    },
  });

  const remove = ({ id: noteId, text }: MemberNote): Act => ({
    id: `delete ${noteId}`,
    title: t("acts.note.deleteTitle"),
    action: t("acts.note.delete"),
    isDanger: true,
    texts: [text, t("acts.undoable")],
    fields: [],
    values: {},
    send: async (_, idempotencyKey) =>
      outcomeOf(await call(deleteMemberNote, { params: { id, noteId }, idempotencyKey }), () => ({
        text: t("acts.note.deleted"),
      })),
  });

  return { write, remove };
}

/** Returns how a message is answered, closed without an answer, and reopened. */
export function useMessageActs() {
  const { t } = useTranslation(["members", "forms"]);

  const answer = ({ id, name, email: address, subject }: ContactMessage): Act => ({
    id: `answer ${id}`,
    title: t("acts.answer.title", { subject }),
    action: t("acts.answer.action"),
    texts: [
      t("acts.answer.text", { address }),
      t("acts.final"),
      t("acts.answer.greeting", { name }),
    ],
    fields: [{ name: "answer", kind: "long", rows: 8, label: t("acts.answer.field") }],
    values: { answer: "" },
    words: { conflict: t("acts.answer.taken") },
    check: ({ answer: text = "" }) => (text.trim() === "" ? { answer: t("forms:required") } : null),
    send: async ({ answer: text = "" }) => {
      const { error } = await call(answerMessage, { params: { id }, body: { answer: text } });
      if (error?.code === "conflict") void reload(); // another admin's answer
      if (error) return { failure: error };
      return { failure: null, outcome: { text: t("acts.answer.done", { address }) } };
    },
  });

  const close = ({ id, name, subject }: ContactMessage): Act => ({
    id: `close ${id}`,
    title: t("acts.close.title", { subject }),
    action: t("acts.close.action"),
    texts: [t("acts.close.text", { name }), t("acts.close.reversible")],
    fields: [],
    values: {},
    words: { conflict: t("acts.close.taken") },
    send: async () => {
      const { error } = await call(closeMessage, { params: { id } });
      if (error?.code === "conflict") void reload();
      if (error) return { failure: error };
      return { failure: null, outcome: { text: t("acts.close.done", { subject }) } };
    },
  });

  const reopen = ({ id, name, subject }: ContactMessage): Act => ({
    id: `reopen ${id}`,
    title: t("acts.reopen.title", { subject }),
    action: t("acts.reopen.action"),
    texts: [t("acts.reopen.text", { name })],
    fields: [],
    values: {},
    words: { conflict: t("acts.reopen.taken") },
    send: async () => {
      const { error } = await call(reopenMessage, { params: { id } });
      if (error?.code === "conflict") void reload();
      if (error) return { failure: error };
      return { failure: null, outcome: { text: t("acts.reopen.done", { subject }) } };
    },
  });

  return { answer, close, reopen };
}

/** Returns how e-mails are sent again to an address that they came back from. */
export function useRetryAct() {
  const { t } = useTranslation("members");
  return (email: string): Act => ({
    id: `retry ${email}`,
    title: t("acts.retry.title", { address: email }),
    action: t("acts.retry.action"),
    texts: [t("acts.retry.text")],
    fields: [],
    values: {},
    send: async () => {
      const { error } = await call(retryBounced, { body: { email } });
      // Another admin, or its owner, was faster.
      if (error && error.code !== "not-found") return { failure: error };
      return { failure: null, outcome: { text: t("acts.retry.done", { address: email }) } };
    },
  });
}
