import type * as z from "zod/mini";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, undoUrl } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";
import { deleteChange, markNotified } from "../email-change/email-change-store.ts";
import { findChangeByCode, findChangeOf, type ChangeKey } from "../email-change/email-changes.ts";
import { insertToken } from "../proofs/one-time-token-store.ts";
import { tokenFor } from "../proofs/one-time-tokens.ts";
import type { EmailChange } from "../schema.ts";
import { findBeginning } from "../sessions/session-store.ts";
import { lockUser } from "../user-store.ts";
import { makeResetLink } from "./account-mails.ts";
import { changeRequestMail, emailCodeMail, maskAddress } from "./mail-jobs.ts";

/**
 * Stores a new link that undoes a change, and returns its URL; null if the change has ended. An undo, which
 * locks the user too, deletes the other links to this address, and ends the change, so that none follow.
 */
const makeUndoLink = (
  { database, config, now }: Portal,
  changeKey: ChangeKey,
  owner: { userId: string; email: string },
): Promise<{ url: string; change: EmailChange } | null> =>
  database.transaction(async (transaction) => {
    await lockUser(transaction, owner.userId);
    const change = await findChangeOf({ database: transaction, now }, changeKey);
    if (!change) return null;
    const since = await findBeginning(transaction, change.sessionId);
    const { token, row } = tokenFor("undo-email-change", { ...owner, since }, now());
    await insertToken(transaction, row);
    return { url: undoUrl(config, token), change };
  });

/**
 * Notifies the present address, with a link that undoes the change. The link works before it is sent, and
 * also if the change is withdrawn meanwhile; a repeated mail brings another one. When the mail server has
 * accepted the mail, it enqueues the mail with the code. When the server refuses the mail, it deletes the
 * change. A change that ended in the meantime is not mailed about.
 */
async function mailRequest(
  portal: Portal,
  { to, language, userId, code, codeHash, ...key }: z.infer<typeof changeRequestMail.payload>,
): Promise<void> {
  const { database, mailer, jobs } = portal;
  const changeKey = { sessionId: key.sessionId, createdAt: new Date(key.createdAt) };
  const undo = await makeUndoLink(portal, changeKey, { userId, email: to });
  if (!undo) return;
  const { url } = undo;
  const values = { address: maskAddress(undo.change.email) };
  await mailer
    .send(composeMail("email-change-requested", { to, language, url, values }))
    .catch(async (error: unknown) => {
      if (error instanceof PermanentFailure) {
        await deleteChange(database, changeKey.sessionId, changeKey.createdAt);
      }
      throw error;
    });
  await database.transaction(async (transaction) => {
    if (!(await markNotified(transaction, changeKey))) return; // withdrawn meanwhile
    await jobs.enqueue(transaction, emailCodeMail, { language, code, codeHash });
  });
}

/** Mails the code, unless it is over. An address with an account gets a reset link, as at sign-up. */
async function mailCode(
  portal: Portal,
  { language, code, codeHash }: z.infer<typeof emailCodeMail.payload>,
): Promise<void> {
  const change = await findChangeByCode(portal, codeHash);
  if (!change) return;
  if (!change.notified) throw new Error("The present address has not been notified yet.");
  const { user, url } = await makeResetLink(portal, change.email);
  const mail = user
    ? composeMail("address-taken", { to: change.email, language, url })
    : composeMail("email-code", {
        to: change.email,
        language,
        code,
        values: { brand: portal.brand.name },
      });
  await portal.mailer.send(mail);
}

export function handleEmailChangeMails(portal: Portal): void {
  portal.jobs.handle(changeRequestMail, (payload) => mailRequest(portal, payload));
  portal.jobs.handle(emailCodeMail, (payload) => mailCode(portal, payload));
}
