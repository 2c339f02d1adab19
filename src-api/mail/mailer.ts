import { createTransport } from "nodemailer";
import type { Brand } from "../../src-shared/brand.ts";
import type { Language } from "../../src-shared/languages.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../portal.ts";
import { htmlPart, textPart } from "./html-part.ts";
import { outboxMailer } from "./outbox.ts";

/** A mail in one language: subject, and text from which the HTML part is made. */
export type Mail = {
  to: string;
  language: Language;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** The one thing to do next, as a button and as an address in the text. */
  action?: { label: string; url: string };
  replyTo?: string;
};

export type Mailer = {
  /** Hands the mail to the server, or writes it into the outbox. Rejects when that fails. */
  send(mail: Mail): Promise<void>;
};

/** A mail as nodemailer takes it: from the brand, with a text and an HTML part. */
export const mimeOf = (mail: Mail, brand: Brand) => ({
  from: { name: brand.name, address: brand.contactEmail },
  to: { name: "", address: mail.to },
  ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
  subject: mail.subject,
  text: textPart(mail, brand),
  html: htmlPart(mail, brand),
});

/** A server that does not answer must not hold up the end of the process. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends through the server at `smtpUrl`. Without one, mails are written into `outbox/` of the data
 * folder and the log names recipient, subject and link, so that one can try everything out.
 */
export function createMailer(config: Config, brand: Brand, log: Logger): Mailer {
  if (!config.smtpUrl) return outboxMailer(config.dataDir, brand, log);
  const transport = createTransport({ url: config.smtpUrl, ...timeouts });
  return {
    send: async (mail) => {
      await transport.sendMail(mimeOf(mail, brand));
      log.info({ subject: mail.subject }, "mail sent");
    },
  };
}
