import * as z from "zod/mini";
import { formatAppointment } from "../../../../src-shared/formats.ts";
import { languages } from "../../../../src-shared/languages.ts";
import type { Actor } from "../../../infra/audit/record-act.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { deviceName } from "../../../infra/device-name.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, secureUrl } from "../../../infra/mail/compose.ts";
import { countMailAbout } from "../../../infra/throttle/own-mails.ts";
import type { Portal } from "../../../portal.ts";
import { insertToken } from "../proofs/one-time-token-store.ts";
import { tokenFor } from "../proofs/one-time-tokens.ts";
import { findBeginning } from "../sessions/session-store.ts";
import { lockUser } from "../user-store.ts";
import type { ProvenUser } from "../users.ts";

/** Tells the owner what somebody did who is in the account, with a link to say that it was somebody else. */
export const securityMail = defineJob({
  name: "accounts.mail-security",
  payload: z.object({
    kind: z.enum([
      "new-device",
      "passkey-added",
      "passkey-removed",
      "factor-added",
      "factor-removed",
    ]),
    userId: z.string(),
    to: z.string(),
    language: z.enum(languages),
    /** Browser and system, or an empty text. */
    device: z.string(),
    ip: z.string(),
    at: z.iso.datetime(),
    /** When the session began in which it was done. Missing in jobs that are still queued from before this field existed. */
    since: z.optional(z.iso.datetime()),
  }),
  sealed: true,
  retry: patientRetries,
});

type Kind = z.infer<typeof securityMail.payload>["kind"];

type Doing = {
  user: ProvenUser;
  actor: Pick<Actor, "ip" | "userAgent">;
  /** The session in which it was done; null: it begins with the act. */
  sessionId: string | null;
};

/** Enqueues the mail about an act in the account, in its transaction. */
export async function enqueueSecurityMail(
  { jobs, now }: Pick<Portal, "jobs" | "now">,
  transaction: Database,
  kind: Kind,
  { user, actor, sessionId }: Doing,
): Promise<void> {
  const since = sessionId && (await findBeginning(transaction, sessionId));
  await jobs.enqueue(transaction, securityMail, {
    kind,
    userId: user.id,
    to: user.email,
    language: user.language,
    device: deviceName(actor.userAgent ?? ""),
    ip: actor.ip ?? "",
    at: now().toISOString(),
    since: (since || now()).toISOString(),
  });
}

/**
 * Enqueues the mail about a login from a new device, unless five were enqueued within an hour: whoever has the
 * password could fill the mailbox otherwise. The limit is not that of requested mails, which anybody can use up.
 */
export async function enqueueNewDeviceMail(
  portal: Pick<Portal, "database" | "jobs" | "now">,
  user: ProvenUser,
  from: { ip: string; userAgent: string },
): Promise<void> {
  if (!(await countMailAbout(portal, "new-device", user.id))) return;
  await enqueueSecurityMail(portal, portal.database, "new-device", {
    user,
    actor: from,
    sessionId: null,
  });
}

/**
 * Mails it. The link works before it is sent; a repeated mail brings another one. An account that was deleted
 * has nothing to secure, and is not mailed about.
 */
async function mailSecurity(
  { database, config, mailer, now }: Portal,
  { kind, userId, to, language, device, ip, at, since = at }: z.infer<typeof securityMail.payload>,
): Promise<void> {
  const owner = { userId, email: to, since: new Date(since) };
  const { token, row } = tokenFor("secure-account", owner, now());
  const isThere = await database.transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (user) await insertToken(transaction, row);
    return user !== null;
  });
  if (!isThere) return;
  const values = {
    device: device || textsIn(language)("mails:new-device.unknownDevice"),
    ip,
    time: formatAppointment(at, language, "UTC"),
  };
  await mailer.send(composeMail(kind, { to, language, values, url: secureUrl(config, token) }));
}

/** Registers the handler of the mails about the security of accounts. */
export function handleSecurityMails(portal: Portal): void {
  portal.jobs.handle(securityMail, (payload) => mailSecurity(portal, payload));
}
