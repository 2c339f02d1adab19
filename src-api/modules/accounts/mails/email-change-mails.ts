import type * as z from "zod/mini";
import { PermanentFailure } from "../../../infra/jobs/job.ts";
import { composeMail, undoUrl } from "../../../infra/mail/compose.ts";
import type { Portal } from "../../../portal.ts";
import {
  findChangeByCode,
  findChangeOf,
  revokeEmailChange,
} from "../email-change/email-changes.ts";
import { hasUndoTokenSince, keepUndoToken, newUndoToken } from "../proofs/one-time-tokens.ts";
import { lockUser } from "../users.ts";
import { makeResetLink } from "./account-mails.ts";
import { changeRequestMail, emailCodeMail, maskAddress } from "./mail-jobs.ts";

/**
 * Tells the present address, with the only link that undoes the change, and enqueues the mail with the
 * code when that was handed over. A change whose mail is refused is dropped; one that ends while the mail
 * server cannot be reached is not told of.
 */
async function mailRequest(
  portal: Portal,
  { to, language, userId, code, codeHash, ...key }: z.infer<typeof changeRequestMail.payload>,
): Promise<void> {
  const { database, mailer, config, jobs, now } = portal;
  const asked = { sessionId: key.sessionId, createdAt: new Date(key.createdAt) };
  const change = await findChangeOf(portal, asked);
  if (!change) return;
  const { token, row } = newUndoToken(portal, userId, to);
  const values = { address: maskAddress(change.email) };
  const url = undoUrl(config, token);
  await mailer
    .send(composeMail("email-change-requested", { to, language, url, values }))
    .catch(async (error: unknown) => {
      if (error instanceof PermanentFailure) await revokeEmailChange(database, asked);
      throw error;
    });
  await database.transaction(async (transaction) => {
    // An undo locks the user too: it must not leave a later link behind.
    await lockUser(transaction, userId);
    if (!(await findChangeOf({ database: transaction, now }, asked))) return;
    await keepUndoToken(transaction, row);
    await jobs.enqueue(transaction, emailCodeMail, { language, code, codeHash });
  });
}

/**
 * Mails the code; if an account has the new address, proven or not, a link for a new password instead, for
 * the same reason as in a sign-up. A code that does not work any more is not mailed.
 */
async function mailCode(
  portal: Portal,
  { language, code, codeHash }: z.infer<typeof emailCodeMail.payload>,
): Promise<void> {
  const change = await findChangeByCode(portal, codeHash);
  if (!change) return;
  if (!(await hasUndoTokenSince(portal.database, change.userId, change.createdAt))) {
    throw new Error("The present address has not been told yet.");
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

/** Names what sends the mails about changes of address. */
export function handleEmailChangeMails(portal: Portal): void {
  portal.jobs.handle(changeRequestMail, (payload) => mailRequest(portal, payload));
  portal.jobs.handle(emailCodeMail, (payload) => mailCode(portal, payload));
}
