import { textsIn } from "../../../infra/i18n/messages.ts";
import type { Mail } from "../../../infra/mail/mail.ts";
import type { PaymentProvider } from "../payments/provider.ts";

/** What test mode means for a mail about payments, and for those that come with a receipt or a credit note. */
const notices = {
  payment: "mails:renewal-reminder.testMode",
  receipt: "membership:receipt.testMode",
  "credit-note": "membership:receipt.testModeCreditNote",
} as const;

/** Marks a mail about payments of a provider that moves no real money. */
export function markTestMode(
  mail: Mail,
  { testMode }: Pick<PaymentProvider, "testMode">,
  about: keyof typeof notices = "payment",
): Mail {
  if (!testMode) return mail;
  return { ...mail, paragraphs: [textsIn(mail.language)(notices[about]), ...mail.paragraphs] };
}
