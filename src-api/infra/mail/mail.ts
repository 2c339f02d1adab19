import type { Language } from "../../../src-shared/languages.ts";

/** A mail in one language; text and HTML part are made from it. */
export type Mail = {
  to: string;
  language: Language;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** A code to enter, shown large below the first paragraph. The subject may contain it. */
  code?: string;
  /** Link to the next step: a button in the HTML part, a URL in the text part. */
  action?: { label: string; url: string };
  replyTo?: string;
};

export type Mailer = {
  /**
   * Sends the mail to the server, or writes it into the outbox. Rejects with a `PermanentFailure` when
   * sending it again would fail too, otherwise with another error.
   */
  send(mail: Mail): Promise<void>;
  /** Does the work of sending a mail without sending it, so that response times do not differ. */
  rehearse(mail: Mail): Promise<void>;
};

/** Returns the subject without the code, for the log and for file names. */
export const plainSubject = ({ subject, code }: Mail): string =>
  code ? subject.replaceAll(code, "").trim() : subject;
