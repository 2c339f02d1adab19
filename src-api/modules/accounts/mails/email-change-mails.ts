import type * as z from "zod/mini";
import { PermanentFailure } from "../../../infra/jobs/job.ts";
import { composeMail, undoUrl } from "../../../infra/mail/compose.ts";
import type { Portal } from "../../../portal.ts";
import { deleteChange } from "../email-change/email-change-store.ts";
import { findChangeByCode, findChangeOf } from "../email-change/email-changes.ts";
import { hasUndoTokenSince, insertToken } from "../proofs/one-time-token-store.ts";
import { tokenFor } from "../proofs/one-time-tokens.ts";
import { lockUser } from "../user-store.ts";
import { makeResetLink } from "./account-mails.ts";
import { changeRequestMail, emailCodeMail, maskAddress } from "./mail-jobs.ts";

/**
 * Notifies the present address, with the only link that undoes the change. When the mail server has
 * accepted this mail, it stores the link and enqueues the mail with the code. When the server refuses the
 * mail, it deletes the change. A change that ended in the meantime is not mailed about.
 */
async function mailRequest(
  portal: Portal,
  { to, language, userId, code, codeHash, ...key }: z.infer<typeof changeRequestMail.payload>,
): Promise<void> {
  const { database, mailer, config, jobs, now } = portal;
  const asked = { sessionId: key.sessionId, createdAt: new Date(key.createdAt) };
  const change = await findChangeOf(portal, asked);
  if (!change) return;
  const { token, row } = tokenFor("undo-email-change", { userId, email: to }, now());
  const values = { address: maskAddress(change.email) };
  const url = undoUrl(config, token);
  await mailer
    .send(composeMail("email-change-requested", { to, language, url, values }))
    .catch(async (error: unknown) => {
      if (error instanceof PermanentFailure) {
        await deleteChange(database, asked.sessionId, asked.createdAt);
      }
      throw error;
    });
  await database.transaction(async (transaction) => {
    // An undo, which locks the user too, must not leave a link behind that was stored later.
    await lockUser(transaction, userId);
    if (!(await findChangeOf({ database: transaction, now }, asked))) return;
    await insertToken(transaction, row);
    await jobs.enqueue(transaction, emailCodeMail, { language, code, codeHash });
  });
}

/**
 * Mails the code to the new address, unless it has stopped working. An address that has an account, proven
 * or not, gets a reset link instead, for the same reason as when signing up.
 */
async function mailCode(
  portal: Portal,
  { language, code, codeHash }: z.infer<typeof emailCodeMail.payload>,
): Promise<void> {
  const change = await findChangeByCode(portal, codeHash);
  if (!change) return;
  if (!(await hasUndoTokenSince(portal.database, change.userId, change.createdAt))) {
    throw new Error("The present address has not been notified yet.");
  }
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

/** Registers the handlers of the jobs that mail about changes of address. */
export function handleEmailChangeMails(portal: Portal): void {
  portal.jobs.handle(changeRequestMail, (payload) => mailRequest(portal, payload));
  portal.jobs.handle(emailCodeMail, (payload) => mailCode(portal, payload));
}
