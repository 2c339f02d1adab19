import type { Language } from "#shared/languages.ts";

type Attachment = { name: string; type: "application/pdf"; content: Buffer };

/** A longer text: as HTML that is safe to show, without images, and in Markdown for the plain part. */
export type MailContent = { html: string; markdown: string };

/** A mail in one language: its subject, and the text from which both parts are made. */
export type Mail = {
  to: string;
  language: Language;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** A code to enter, shown large below the first paragraph. The subject may contain it. */
  code?: string;
  /** The next step, as a button and as an address in the text. */
  action?: { label: string; url: string };
  /** What the mail lists after its paragraphs, each with a link. */
  entries?: { title: string; text: string; url: string }[];
  /** A text that follows them. */
  content?: MailContent;
  /** For mails that are sent regularly: why the recipient gets them, and the address that ends them. */
  unsubscribe?: { why: string; label: string; url: string };
  replyTo?: string;
  attachments?: Attachment[];
};

export type Mailer = {
  /** Sends the mail. Rejects if that fails, with a `PermanentFailure` if a retry would fail as well. */
  send(mail: Mail): Promise<void>;
  /** Does the work of sending without sending: response times do not reveal whether a mail was sent. */
  sendDummy(mail: Mail): Promise<void>;
};

/** Returns the subject without the code, for the log and for file names. */
export const plainSubject = ({ subject, code }: Mail): string =>
  code ? subject.replaceAll(code, "").trim() : subject;
