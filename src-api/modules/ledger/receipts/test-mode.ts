import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { Portal } from "#api/portal.ts";

/** What test mode means for a mail about payments, and for those that come with a receipt or a credit note. */
const notices = {
  payment: "mails:renewal-reminder.testMode",
  receipt: "membership:receipt.testMode",
  "credit-note": "membership:receipt.testModeCreditNote",
} as const;

/** Marks a mail about payments that move no real money: those in test mode. */
export function markTestMode(
  mail: Mail,
  isTest: boolean,
  about: keyof typeof notices = "payment",
): Mail {
  if (!isTest) return mail;
  return { ...mail, paragraphs: [textsIn(mail.language)(notices[about]), ...mail.paragraphs] };
}

/** Returns whether an invoice was paid in test mode. A provider that is not set up any more counts as real. */
export const isTestPayment = (
  { payments }: Pick<Portal, "payments">,
  { provider }: { provider: string },
): boolean => payments.byId.get(provider)?.testMode ?? false;
