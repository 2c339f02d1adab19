import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";
import { formatAppointment } from "#shared/formats.ts";
import { languages, servedLanguage, type Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import type { Session } from "#api/http/session.ts";
import { isRecordedSince, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { arrayContains } from "#api/infra/database/drizzle.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin, secureUrl } from "#api/infra/mail/compose.ts";
import { countMailAbout } from "#api/infra/throttle/throttle.ts";
import type { Enqueuing, Portal } from "#api/portal.ts";
import { insertToken, tokenFor } from "./mailed-proofs.ts";
import { users } from "./schema.ts";
import { findBeginning } from "./sessions.ts";
import { lockUser, type ProvenUser } from "./users.ts";

/** Tells the owner what somebody did who is in the account, with a link to say that it was somebody else. */
const securityMail = defineJob({
  name: "accounts.mail-security",
  payload: z.object({
    kind: z.enum([
      "new-device",
      "passkey-added",
      "passkey-removed",
      "factor-added",
      "factor-removed",
      "recovery-codes-renewed",
      "feed-address-made",
      "calendar-address-made",
      "enrolment-code-issued",
    ]),
    userId: z.string(),
    to: z.string(),
    language: z.enum(languages),
    /** Browser and system, or an empty text. */
    device: z.string(),
    ip: z.string(),
    at: z.iso.datetime(),
    /** When the session began in which it was done. */
    since: z.iso.datetime(),
  }),
  sealed: true,
  retry: patientRetries,
});

type Payload = z.infer<typeof securityMail.payload>;

type SecurityEvent = {
  user: ProvenUser;
  actor: Pick<Actor, "ip" | "userAgent">;
  /** The session in which it was done; null: it begins with the act. */
  sessionId: string | null;
};

/**
 * Enqueues the mail about an act in the account, in its transaction, unless five of its kind were enqueued within an
 * hour: whoever is in the account could fill the mailbox otherwise. Kinds are counted apart, and apart from requested
 * mails, so that nothing harmless uses up what an important mail needs.
 */
export async function enqueueSecurityMail(
  { jobs, now }: Pick<Portal, "jobs" | "now">,
  transaction: Database,
  kind: Payload["kind"],
  { user, actor, sessionId }: SecurityEvent,
): Promise<void> {
  if (!(await countMailAbout({ database: transaction, now }, kind, user.id))) return;
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

/** Age of an act at which its mail has no link any more: that is how long a link works. */
const linkMaxAgeMs = 7 * dayMs;

/** Whether the owner has locked everybody out since an act: a new link would end what the owner did afterwards. */
const wasLockedOut = (database: Database, userId: string, since: Date): Promise<boolean> =>
  isRecordedSince(database, {
    acts: ["new-device-reported", "address-change-undone"],
    subjectId: userId,
    since,
  });

/** Stores the link of a mail about an act, and returns its address; null when the act is over, false without an account. */
const makeLink = (
  { database, config, now }: Portal,
  { userId, to, at, since }: Pick<Payload, "userId" | "to" | "at" | "since">,
): Promise<string | null | false> =>
  database.transaction(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    const done = new Date(at);
    if (now().getTime() - done.getTime() >= linkMaxAgeMs) return null;
    if (await wasLockedOut(transaction, userId, done)) return null;
    const owner = { userId, email: to, since: new Date(since) };
    const { token, row } = tokenFor("secure-account", owner, now());
    await insertToken(transaction, row);
    return secureUrl(config, token);
  });

/** Returns from where something was done, in the words of a mail. */
function originText(
  { brand }: Pick<Portal, "brand">,
  { device, ip, at }: Pick<Payload, "device" | "ip" | "at">,
  language: Language,
): string {
  const t = textsIn(language);
  return t("mails:new-device.details", {
    device: device || t("mails:new-device.unknownDevice"),
    ip,
    time: formatAppointment(at, language, brand.timeZone),
  });
}

/** Mails it with a link, a new one each time; without one after days. Deleted accounts are not mailed about. */
async function mailSecurity(portal: Portal, payload: Payload): Promise<void> {
  const { kind, to } = payload;
  const language = servedLanguage(portal.brand.languages, payload.language);
  const url = await makeLink(portal, payload);
  if (url === false) return;
  const t = textsIn(language);
  const advice = url ? t("mails:new-device.byLink") : adviceWithoutLink(portal, language);
  const isByCommand = payload.ip === "" && payload.device === "";
  const values = {
    more: isByCommand ? advice : `${originText(portal, payload, language)}\n\n${advice}`,
  };
  await portal.mailer.send(composeMail(kind, { to, language, values, ...(url && { url }) }));
}

/** Returns the advice of a mail without a link, for a reader who did not do this. */
const adviceWithoutLink = ({ config }: Pick<Portal, "config">, language: Language): string =>
  textsIn(language)("mails:new-device.byPassword", {
    forgot: publicOrigin(config) + routePath("forgotPassword"),
  });

export function handleSecurityMails(portal: Portal): void {
  portal.jobs.handle(securityMail, (payload) => mailSecurity(portal, payload));
}

export const noticeMail = defineJob({
  name: "accounts.mail-notice",
  payload: z.object({
    kind: z.enum(["password-changed", "account-deleted", "email-changed", "email-change-undone"]),
    to: z.string(),
    language: z.enum(languages),
    /** The new address, masked; only for `email-changed`. */
    address: z.optional(z.string()),
  }),
  sealed: true,
  retry: patientRetries,
});

/** Returns "j•••@example.com", which the owner recognises and others cannot use. */
export const maskAddress = (email: string): string =>
  email.replace(/^(.[^@]*)@/u, (name) => `${Array.from(name)[0]}•••@`);

/** Enqueues a notice in the transaction that causes it. It is mailed even if the account is deleted. */
export const enqueueNotice = (
  { jobs }: Enqueuing,
  transaction: Database,
  kind: z.infer<typeof noticeMail.payload>["kind"],
  { email: to, language }: Pick<ProvenUser, "email" | "language">,
  newEmail?: string,
): Promise<void> =>
  jobs.enqueue(transaction, noticeMail, {
    kind,
    to,
    language,
    ...(newEmail && { address: maskAddress(newEmail) }),
  });

export function handleNoticeMail(portal: Portal): void {
  const { jobs, mailer, config } = portal;
  jobs.handle(noticeMail, async ({ kind, to, language: chosen, address = "" }) => {
    const language = servedLanguage(portal.brand.languages, chosen);
    const forgot = publicOrigin(config) + routePath("forgotPassword");
    const values = { address, forgot, more: adviceWithoutLink(portal, language) };
    await mailer.send(composeMail(kind, { to, language, values }));
  });
}

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

type AdminAct = {
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
  { act, what, session, actor }: AdminAct,
): Promise<void> {
  if (!(await countMailAbout({ database: transaction, now }, act, session.userId))) return;
  const at = now().toISOString();
  const since = (await findBeginning(transaction, session.id))?.toISOString() ?? at;
  const admins = await transaction
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(arrayContains(users.roles, ["ROLE_ADMIN"]));
  for (const { id, email, language } of admins) {
    if (email === null) continue; // not proven
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
    const { act, what, by, to } = payload;
    const language = servedLanguage(portal.brand.languages, payload.language);
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
