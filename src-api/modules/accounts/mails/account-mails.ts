import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { composeMail, publicOrigin, resetUrl, undoUrl } from "../../../infra/mail/compose.ts";
import type { Portal } from "../../../portal.ts";
import { issueResetToken } from "../proofs/one-time-tokens.ts";
import { findByAddress, type ProvenUser } from "../users.ts";

/**
 * The account with an address, or null, and the address behind a new reset link. Without an account
 * the same is written; that link must not be mailed.
 */
async function makeResetLink(portal: Portal, email: string) {
  const user = await findByAddress(portal.database, email);
  const url = resetUrl(portal.config, await issueResetToken(portal, user?.id ?? null, email));
  return { user, url };
}

/**
 * Mails the code of a sign-up; to an address that has an account, proven or not, a link for a new
 * password instead: mails to an address are limited, and each of them lets the owner in. Nothing else
 * that was typed into the form is in the mail, whose reader may be a stranger to whoever filled it in.
 */
export async function mailSignUpCode(
  portal: Portal,
  { email: to, language }: { email: string; language: Language },
  code: string,
): Promise<void> {
  const { user, url } = await makeResetLink(portal, to);
  const login = publicOrigin(portal.config) + routePath("login");
  const mail = user
    ? composeMail("already-registered", { to, language, url, values: { login } })
    : composeMail("sign-up-code", { to, language, code, values: { brand: portal.brand.name } });
  await portal.mailer.send(mail);
}

/**
 * Mails a link for a new password to an address, if an account has it. For one without account the same
 * work is done and nothing is sent: the next request would otherwise tell by its time.
 */
export async function mailResetLink(portal: Portal, email: string): Promise<void> {
  const { mailer } = portal;
  const { user, url } = await makeResetLink(portal, email);
  const language = user?.language ?? defaultLanguage;
  const mail = composeMail("reset-password", { to: email, language, url });
  await (user ? mailer.send(mail) : mailer.rehearse(mail));
}

/**
 * Mails the code of a change of address to the new one; if an account has that one, proven or not, a
 * link for a new password instead, for the same reason as in a sign-up.
 */
export async function mailEmailCode(
  portal: Portal,
  { language }: { language: Language },
  { email: to, code }: { email: string; code: string },
): Promise<void> {
  const { user, url } = await makeResetLink(portal, to);
  const mail = user
    ? composeMail("address-taken", { to, language, url })
    : composeMail("email-code", { to, language, code, values: { brand: portal.brand.name } });
  await portal.mailer.send(mail);
}

/** "j•••@example.com": enough for the owner to recognise, too little for others to use. */
const maskAddress = (email: string): string =>
  email.replace(/^(.[^@]*)@/u, (name) => `${Array.from(name)[0]}•••@`);

/** Tells the present address that it is to be replaced, with the link that undoes it. */
export async function mailChangeRequest(
  { config, mailer }: Portal,
  { email: to, language }: Pick<ProvenUser, "email" | "language">,
  { email, undoToken }: { email: string; undoToken: string },
): Promise<void> {
  const url = undoUrl(config, undoToken);
  const values = { address: maskAddress(email) };
  await mailer.send(composeMail("email-change-requested", { to, language, url, values }));
}

/** Tells the former address that another one has taken its place. */
export async function mailEmailChanged(
  { mailer }: Portal,
  { email: to, language }: Pick<ProvenUser, "email" | "language">,
  newEmail: string,
): Promise<void> {
  const values = { address: maskAddress(newEmail) };
  await mailer.send(composeMail("email-changed", { to, language, values }));
}

/** Tells the owner what happened to the account. */
export async function mailNotice(
  { config, mailer }: Portal,
  kind: "password-changed" | "account-deleted" | "email-change-undone",
  { email: to, language }: Pick<ProvenUser, "email" | "language">,
): Promise<void> {
  const values = { forgot: publicOrigin(config) + routePath("forgotPassword") };
  await mailer.send(composeMail(kind, { to, language, values }));
}
