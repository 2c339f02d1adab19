import { routePath } from "../../../src-shared/routes.ts";
import { composeMail, publicOrigin, resetUrl, verificationUrl } from "../../mail/compose.ts";
import type { MailKind } from "../../mail/compose.ts";
import type { Portal } from "../../portal.ts";
import { issueToken } from "./one-time-tokens.ts";
import { findClaimed, findNewestPending, findUser, type User } from "./users.ts";

/** Which mail an unproven address gets: nobody but its reader learns whether an account has it. */
async function verificationKind(
  { database }: Portal,
  user: User,
  email: string,
): Promise<MailKind> {
  const taken = (await findClaimed(database, email)) !== null;
  if (user.email === null) return taken ? "already-registered" : "verify";
  return taken ? "address-taken" : "verify-change";
}

/** Mails the link that proves the user's unproven address; nothing when there is none. */
export async function mailVerification(portal: Portal, userId: string): Promise<void> {
  const { config, mailer, database } = portal;
  const user = await findUser(database, userId);
  const to = user?.pendingEmail;
  if (!user || !to) return;
  const kind = await verificationKind(portal, user, to);
  const { language } = user;
  if (kind === "address-taken") return mailer.send(composeMail(kind, { to, language }));
  const url = verificationUrl(config, await issueToken(portal, "verify-email", user.id, to));
  const values = {
    login: publicOrigin(config) + routePath("login"),
    forgot: publicOrigin(config) + routePath("forgotPassword"),
  };
  await mailer.send(composeMail(kind, { to, language, url, values }));
}

/** Mails a link for a new password to an address, if an account has it or waits for it. */
export async function mailResetLink(portal: Portal, email: string): Promise<void> {
  const { config, mailer, database } = portal;
  const user = (await findClaimed(database, email)) ?? (await findNewestPending(database, email));
  if (!user) return;
  const url = resetUrl(config, await issueToken(portal, "reset-password", user.id, email));
  await mailer.send(composeMail("reset-password", { to: email, language: user.language, url }));
}

/** Tells the owner at a proven address what happened to the account. */
export async function mailNotice(
  { mailer, config }: Portal,
  kind: "password-changed" | "email-changed" | "account-deleted",
  user: Pick<User, "email" | "language">,
): Promise<void> {
  if (!user.email) return;
  const values = { forgot: publicOrigin(config) + routePath("forgotPassword") };
  await mailer.send(composeMail(kind, { to: user.email, language: user.language, values }));
}
