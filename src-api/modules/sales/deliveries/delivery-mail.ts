import * as z from "zod/mini";
import { formatAppointment } from "#shared/formats.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { Portal } from "#api/portal.ts";
import { findBoughtExtra, type BoughtExtra, type DeliveryRow } from "../../ledger/module.ts";

/** What a buyer is told about an extra; keys of `locales/en/mails.json`. */
const deliveryMails = [
  "delivery-scheduled",
  "delivery-moved",
  "delivery-done",
  "delivery-sent",
  "delivery-cancelled",
] as const;
type DeliveryMail = (typeof deliveryMails)[number];

const deliveryMail = defineJob({
  name: "billing.mail-delivery",
  payload: z.object({
    kind: z.enum(deliveryMails),
    invoiceId: z.string(),
    sku: z.string(),
    /** The time that was set; null where the mail names none. */
    time: z.nullable(z.iso.datetime()),
    completed: z.int(),
  }),
  retry: patientRetries,
});

type Change = {
  before: DeliveryRow;
  after: Pick<DeliveryRow, "state" | "completed" | "scheduledFor">;
};

function mailOf({ before, after }: Change): DeliveryMail {
  if (after.state === "cancelled") return "delivery-cancelled";
  if (after.state === "scheduled") {
    return before.state === "scheduled" ? "delivery-moved" : "delivery-scheduled";
  }
  return before.kind === "report" ? "delivery-sent" : "delivery-done";
}

/** Enqueues the mail about a change, in its transaction. */
export const enqueueDeliveryMail = (
  jobs: Portal["jobs"],
  tx: Database,
  change: Change,
): Promise<void> => {
  const { invoiceId, sku } = change.before;
  const { scheduledFor, completed } = change.after;
  const time = scheduledFor?.toISOString() ?? null;
  return jobs.enqueue(tx, deliveryMail, { kind: mailOf(change), invoiceId, sku, time, completed });
};

/** Names an extra, and which one of several it is: "Consultation (1 of 2)". */
function itemOf({ product, delivery }: BoughtExtra, completed: number, language: Language): string {
  const item = localised(product.name, language);
  const { quantity, kind } = delivery;
  if (quantity === 1 || completed === 0 || kind === "place") return item;
  return textsIn(language)("mails:delivery-done.part", { item, completed, quantity });
}

function composeDeliveryMail(
  { config, brand }: Portal,
  bought: BoughtExtra,
  { kind, time, completed }: z.infer<typeof deliveryMail.payload>,
): Mail {
  const language = bought.account?.language ?? defaultLanguage;
  return composeMail(kind, {
    to: bought.account?.email ?? bought.invoice.buyerEmail,
    language,
    values: {
      item: itemOf(bought, kind === "delivery-scheduled" ? 0 : completed, language),
      time: time === null ? "" : formatAppointment(time, language, brand.timeZone),
    },
    url: publicOrigin(config) + routePath("membership"),
  });
}

/** Registers the job that mails buyers about their extras. */
export const handleDeliveryMails = (portal: Portal): void =>
  portal.jobs.handle(deliveryMail, async (mail) => {
    const bought = await findBoughtExtra(portal.database, mail);
    if (bought) await portal.mailer.send(composeDeliveryMail(portal, bought, mail));
  });
