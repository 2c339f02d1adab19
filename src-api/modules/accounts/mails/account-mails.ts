import type * as z from "zod/mini";
import { hourMs } from "#shared/durations.ts";
import { defaultLanguage } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import { composeMail, publicOrigin, resetUrl } from "#api/infra/mail/compose.ts";
import type { Portal } from "#api/portal.ts";
import { deleteResetTokensBefore } from "../proofs/one-time-token-store.ts";
import { issueResetToken } from "../proofs/one-time-tokens.ts";
import { isSignUpCodeCurrent } from "../sign-up/sign-ups.ts";
import { findByAddressOrRehearse } from "../user-store.ts";
import { noticeMail, resetLinkMail, signUpCodeMail } from "./mail-jobs.ts";
import { adviceWithoutLink } from "./security-mails.ts";

/**
 * Issues a reset link for an address and returns its URL with the account, or null when there is none: the
 * link does not work then and must not be mailed. Stores the same in both cases, for equal work.
 */
export async function makeResetLink(portal: Portal, email: string) {
  const user = await findByAddressOrRehearse(portal.database, email);
  const url = resetUrl(portal.config, await issueResetToken(portal, user?.id ?? null, email));
  return { user, url };
}

/** Time after which a request for a reset link is not answered any more: a link lives for an hour, and a mail is tried for three days. */
const requestLifeMs = 73 * hourMs;

/**
 * Mails a reset link, unless it was requested long ago. Links of earlier requests stop working when the mail server has accepted the mail,
 * but not those of earlier attempts, which may have been delivered. For an address without an account it
 * does the same work but sends nothing; otherwise the response times of later requests would reveal which
 * addresses have an account.
 */
async function mailResetLink(
  portal: Portal,
  { email, requestedAt }: z.infer<typeof resetLinkMail.payload>,
): Promise<void> {
  const { mailer, database } = portal;
  const requested = requestedAt ? new Date(requestedAt) : portal.now();
  if (portal.now().getTime() - requested.getTime() > requestLifeMs) return;
  // The clock of the process that took the request may be ahead.
  const now = () => (portal.now() > requested ? portal.now() : requested);
  const { user, url } = await makeResetLink({ ...portal, now }, email);
  const language = user?.language ?? defaultLanguage;
  const mail = composeMail("reset-password", { to: email, language, url });
  await (user ? mailer.send(mail) : mailer.rehearse(mail));
  await deleteResetTokensBefore(database, email, requested);
}

/**
 * Mails the code of a sign-up, unless it has stopped working. An address that has an account, proven or
 * not, gets a reset link instead: mails to one address are limited, so each of them must let its owner log
 * in. The mail contains nothing else from the form, because anybody can enter the address of a stranger.
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

export function handleAccountMails(portal: Portal): void {
  const { jobs, mailer, config } = portal;
  jobs.handle(resetLinkMail, (payload) => mailResetLink(portal, payload));
  jobs.handle(signUpCodeMail, (payload) => mailSignUpCode(portal, payload));
  jobs.handle(noticeMail, async ({ kind, to, language, address = "" }) => {
    const forgot = publicOrigin(config) + routePath("forgotPassword");
    const values = { address, forgot, more: adviceWithoutLink(portal, language) };
    await mailer.send(composeMail(kind, { to, language, values }));
  });
}
