import type * as z from "zod/mini";
import { defaultLanguage } from "../../../../src-shared/languages.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { composeMail, publicOrigin, resetUrl } from "../../../infra/mail/compose.ts";
import type { Portal } from "../../../portal.ts";
import { issueResetToken } from "../proofs/one-time-tokens.ts";
import { isSignUpCodeCurrent } from "../sign-up/sign-ups.ts";
import { findByAddress } from "../users.ts";
import { noticeMail, resetLinkMail, signUpCodeMail } from "./mail-jobs.ts";

/**
 * Returns the account with an address, or null, and the URL of a new reset link. Writes the same without
 * an account; that link must not be mailed.
 */
export async function makeResetLink(portal: Portal, email: string) {
  const user = await findByAddress(portal.database, email);
  const url = resetUrl(portal.config, await issueResetToken(portal, user?.id ?? null, email));
  return { user, url };
}

/**
 * For an address without an account the same work is done and nothing is sent: the time that the next
 * request takes would tell otherwise.
 */
async function mailResetLink(portal: Portal, email: string): Promise<void> {
  const { mailer } = portal;
  const { user, url } = await makeResetLink(portal, email);
  const language = user?.language ?? defaultLanguage;
  const mail = composeMail("reset-password", { to: email, language, url });
  await (user ? mailer.send(mail) : mailer.rehearse(mail));
}

/**
 * Mails the code; to an address that has an account, proven or not, a link for a new password instead:
 * mails to an address are limited, and each of them lets the owner in. Nothing else that was typed into
 * the form is in the mail, whose reader may be a stranger to whoever filled it in. A code that does not
 * work any more is not mailed.
 */
async function mailSignUpCode(
  portal: Portal,
  { email: to, language, code, codeHash }: z.infer<typeof signUpCodeMail.payload>,
): Promise<void> {
  if (!(await isSignUpCodeCurrent(portal, codeHash))) return;
  const { user, url } = await makeResetLink(portal, to);
  const login = publicOrigin(portal.config) + routePath("login");
  const mail = user
    ? composeMail("already-registered", { to, language, url, values: { login } })
    : composeMail("sign-up-code", { to, language, code, values: { brand: portal.brand.name } });
  await portal.mailer.send(mail);
}

/** Names what sends the mails about accounts. */
export function handleAccountMails(portal: Portal): void {
  const { jobs, mailer, config } = portal;
  jobs.handle(resetLinkMail, ({ email }) => mailResetLink(portal, email));
  jobs.handle(signUpCodeMail, (payload) => mailSignUpCode(portal, payload));
  jobs.handle(noticeMail, async ({ kind, to, language, address = "" }) => {
    const values = { address, forgot: publicOrigin(config) + routePath("forgotPassword") };
    await mailer.send(composeMail(kind, { to, language, values }));
  });
}
