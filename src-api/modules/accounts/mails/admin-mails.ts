import * as z from "zod/mini";
import { languages } from "#shared/languages.ts";
import type { Session } from "#api/http/session.ts";
import type { Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail } from "#api/infra/mail/compose.ts";
import { countMailAbout } from "#api/infra/throttle/own-mails.ts";
import type { Portal } from "#api/portal.ts";
import { findBeginning } from "../sessions/session-store.ts";
import { findAdmins } from "../user-store.ts";
import { adviceWithoutLink, makeLink, originText } from "./security-mails.ts";

/** Acts of one admin that all admins are mailed about: whoever stole the session of one of them could do them, too. */
const mailedActs = [
  "preview-made",
  "preview-ended",
  "entry-mailed",
  "extra-file-replaced",
  "extra-price-cut",
  "free-code-made",
] as const;

const adminActMail = defineJob({
  name: "accounts.mail-admin-act",
  payload: z.object({
    act: z.enum(mailedActs),
    /** Title, name or code of what it was done with. */
    what: z.string(),
    /** Name of the admin who did it; null: whom it is mailed to. */
    by: z.nullable(z.string()),
    userId: z.string(),
    to: z.string(),
    language: z.enum(languages),
    device: z.string(),
    ip: z.string(),
    at: z.iso.datetime(),
    /** When the session began in which it was done. */
    since: z.iso.datetime(),
  }),
  sealed: true,
  retry: patientRetries,
});

type Done = {
  act: (typeof mailedActs)[number];
  what: string;
  session: Pick<Session, "id" | "userId" | "name">;
  actor: Pick<Actor, "ip" | "userAgent">;
};

/**
 * Enqueues mails about an act of an admin to all admins, in its transaction: the admin's own has the link “This was not me”. At most five
 * of a kind about one admin within an hour.
 */
export async function mailAdmins(
  { jobs, now }: Pick<Portal, "jobs" | "now">,
  transaction: Database,
  { act, what, session, actor }: Done,
): Promise<void> {
  if (!(await countMailAbout({ database: transaction, now }, act, session.userId))) return;
  const at = now().toISOString();
  const since = (await findBeginning(transaction, session.id))?.toISOString() ?? at;
  for (const { id, email, language } of await findAdmins(transaction)) {
    await jobs.enqueue(transaction, adminActMail, {
      act,
      what,
      by: id === session.userId ? null : session.name,
      userId: id,
      to: email,
      language,
      device: deviceName(actor.userAgent ?? ""),
      ip: actor.ip ?? "",
      at,
      since,
    });
  }
}

export function handleAdminMails(portal: Portal): void {
  portal.jobs.handle(adminActMail, async (payload) => {
    const { act, what, by, to, language } = payload;
    const t = textsIn(language);
    const url = by === null ? await makeLink(portal, payload) : null;
    if (url === false) return; // the account was deleted
    const who = by === null ? t("mails:admin-act.you") : t("mails:admin-act.other", { name: by });
    const ownAdvice = url ? t("mails:new-device.byLink") : adviceWithoutLink(portal, language);
    const advice = by === null ? ownAdvice : t("mails:admin-act.ask", { name: by });
    const more = `${who} ${originText(portal, payload, language)}\n\n${advice}`;
    const values = { what, more };
    await portal.mailer.send(composeMail(act, { to, language, values, ...(url && { url }) }));
  });
}
