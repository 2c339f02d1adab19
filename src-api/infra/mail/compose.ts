import { routePath } from "#shared/routes.ts";
import type { Language } from "#shared/languages.ts";
import type enMails from "#locales/en/mails.json";
import type { Config } from "#api/config.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Mail } from "./mail.ts";

export type MailKind = keyof typeof enMails;

/** Values that differ between mails of a kind. */
type MailDetails = {
  to: string;
  language: Language;
  /** Values for the placeholders of subject and body. */
  values?: Record<string, string>;
  /** Address of its button; the label is the mail's `action`. */
  url?: string;
  /** A code to be entered; a value of subject or body as well. */
  code?: string;
  replyTo?: string;
};

/** Composes a mail from its texts: `subject`, `body` (paragraphs by empty lines), `action`. */
export function composeMail(kind: MailKind, details: MailDetails): Mail {
  const { to, language, values = {}, url, code, replyTo } = details;
  const t = textsIn(language);
  const text = (part: string): string => t(`mails:${kind}.${part}`, { ...values, code });
  return {
    to,
    language,
    subject: text("subject").replaceAll(/\s+/g, " "),
    paragraphs: text("body").split("\n\n"),
    ...(code && { code }),
    ...(url && { action: { label: text("action"), url } }),
    ...(replyTo && { replyTo }),
  };
}

/** Returns the portal's origin for links in mails: the public one, else the address it listens on. */
export const publicOrigin = ({ publicUrl, host, port }: Config) =>
  publicUrl ?? `http://${host}:${port}`;

/** Returns the link that undoes a change of address. */
export const undoUrl = (config: Config, token: string) =>
  publicOrigin(config) + routePath("undoEmailChange", { token });

/** Returns the link “This was not me”, which secures an account. */
export const secureUrl = (config: Config, token: string) =>
  publicOrigin(config) + routePath("secureAccount", { token });

/** Returns the link for choosing a new password. */
export const resetUrl = (config: Config, token: string) =>
  publicOrigin(config) + routePath("resetPassword", { token });
