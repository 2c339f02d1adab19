import { createTransport } from "nodemailer";
import type { Brand } from "../../src-shared/brand.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../portal.ts";
import { plainSubject, type Mailer } from "./mail.ts";
import { mimeOf } from "./mime.ts";
import { outboxMailer } from "./outbox.ts";

export type { Mail, Mailer } from "./mail.ts";

/** A server that does not answer must not hold up the end of the process. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends through the server at `smtpUrl`. Without one, mails are written into `outbox/` of the data
 * folder and the log names recipient, subject and link, so that one can try everything out.
 */
export function createMailer(config: Config, brand: Brand, log: Logger): Mailer {
  if (!config.smtpUrl) return outboxMailer(config.dataDir, brand, log);
  const transport = createTransport({ url: config.smtpUrl, ...timeouts });
  const nowhere = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      await transport.sendMail(mimeOf(mail, brand));
      log.info({ subject: plainSubject(mail) }, "mail sent");
    },
    rehearse: async (mail) => void (await nowhere.sendMail(mimeOf(mail, brand))),
  };
}
