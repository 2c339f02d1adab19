import { routePath } from "../../../src-shared/routes.ts";
import type { Language } from "../../../src-shared/languages.ts";
import type enMails from "../../../locales/en/mails.json";
import type { Config } from "../../config.ts";
import { textsIn } from "../i18n/messages.ts";
import type { Mail } from "./mail.ts";

/** Key of `locales/en/mails.json`: one mail. */
export type MailKind = keyof typeof enMails;

/** Everything that differs from one mail of a kind to the next. */
type MailDetails = {
  to: string;
  language: Language;
  /** Values for the placeholders of subject and body. */
  values?: Record<string, string>;
  /** Where its button leads; its label is the mail's `action`. */
  url?: string;
  /** A code to be entered, a value of subject or body as well. */
  code?: string;
  replyTo?: string;
};

/** A mail from its texts: `subject`, `body` (paragraphs, an empty line between two), `action`. */
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

/** The portal's origin, for links that leave it: the public one, else the address it listens on. */
export const publicOrigin = ({ publicUrl, host, port }: Config) =>
  publicUrl ?? `http://${host}:${port}`;

/** The address behind a link that undoes a change of address. */
export const undoUrl = (config: Config, token: string) =>
  publicOrigin(config) + routePath("undoEmailChange", { token });

/** The address behind a link that lets its holder choose a new password. */
export const resetUrl = (config: Config, token: string) =>
  publicOrigin(config) + routePath("resetPassword", { token });
