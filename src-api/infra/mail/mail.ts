import type { Language } from "../../../src-shared/languages.ts";

/** A mail in one language: subject, and text from which the HTML part is made. */
export type Mail = {
  to: string;
  language: Language;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** Digits to be entered, shown large below the first paragraph. The subject may contain them. */
  code?: string;
  /** The one thing to do next, as a button and as an address in the text. */
  action?: { label: string; url: string };
  replyTo?: string;
};

export type Mailer = {
  /** Hands the mail to the server, or writes it into the outbox. Rejects when that fails. */
  send(mail: Mail): Promise<void>;
  /** Does the work of sending a mail that is not to be sent, so that the time taken does not tell. */
  rehearse(mail: Mail): Promise<void>;
};

/** The subject without the code, for the log and for names of files. */
export const plainSubject = ({ subject, code }: Mail): string =>
  code ? subject.replaceAll(code, "").trim() : subject;
