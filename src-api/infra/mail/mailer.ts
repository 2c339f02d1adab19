import { createTransport } from "nodemailer";
import * as z from "zod/mini";
import type { Brand } from "../../../src-shared/brand.ts";
import type { Config } from "../../config.ts";
import { isLoopback } from "../loopback.ts";
import type { Logger } from "../services.ts";
import { PermanentFailure } from "../jobs/job.ts";
import { plainSubject, type Mailer } from "./mail.ts";
import { mimeOf } from "./mime.ts";
import { outboxMailer } from "./outbox.ts";

export type { Mail, Mailer } from "./mail.ts";

/** In ms. A server that does not answer must not keep a job running until it expires. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Query parameters of the address that decide about TLS: nodemailer would prefer them to its options. */
const aboutTls = ["requireTLS", "ignoreTLS", "opportunisticTLS", "secured", "service"];

/**
 * Returns the connection options of a mail server. Other machines need TLS, whatever the address
 * says, unless the host is allowed by name: mails contain links and codes.
 */
function transportOf(smtpUrl: string, plaintextHosts: readonly string[]) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const mayBePlain = isLoopback(host) || plaintextHosts.includes(host);
  if (!mayBePlain) for (const name of aboutTls) url.searchParams.delete(name);
  const transport = createTransport({ url: url.href, ...timeouts, requireTLS: !mayBePlain });
  return { transport, host };
}

/** The error of a server that rejects this mail permanently. */
const refusalSchema = z.object({
  permanent: z.literal(true),
  command: z.enum(["RCPT TO", "DATA"]),
  response: z.string(),
});

/**
 * Replies about the recipient's mailbox or the content of the mail: the enhanced status codes 5.1.x,
 * 5.2.x and 5.6.x (RFC 3463), or 550, 551 and 553 without one.
 */
const aboutThisMail = /^5\d\d[ -]5\.[126]\.|^55[013][ -](?!5\.)/;

/**
 * Rethrows the error; a permanent rejection of this mail becomes a `PermanentFailure`, so that it
 * is not sent again. Other rejections, such as of the sender, the relay, the policy or the password,
 * are configuration problems: the mails wait until they are fixed.
 */
function dropRefused(error: unknown): never {
  const refusal = refusalSchema.safeParse(error);
  if (!refusal.success || !aboutThisMail.test(refusal.data.response)) throw error;
  const status = refusal.data.response.slice(0, 9);
  throw new PermanentFailure(`The mail server refused the mail for good (${status}).`, {
    cause: error,
  });
}

/** Explains the failure of a server that does not offer TLS. */
function explainMissingTls(error: unknown, host: string): never {
  if (!(error instanceof Error && "code" in error && error.code === "ETLS")) throw error;
  const advice = "Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.";
  throw new Error(`The mail server ${host} does not offer TLS. ${advice}`, {
    cause: error,
  });
}

/**
 * Creates a mailer that sends through the server at `smtpUrl`. Without one, mails are written into
 * `outbox/` of the data folder; in demo mode the log shows recipient, subject, link and code.
 */
export function createMailer(config: Config, brand: Brand, log: Logger): Mailer {
  if (!config.smtpUrl) return outboxMailer(config, brand, log);
  const { transport, host } = transportOf(config.smtpUrl, config.smtpPlaintextHosts);
  const nowhere = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      await transport
        .sendMail(mimeOf(mail, brand))
        .catch((error: unknown) => explainMissingTls(error, host))
        .catch(dropRefused);
      log.info({ subject: plainSubject(mail) }, "mail sent");
    },
    rehearse: async (mail) => void (await nowhere.sendMail(mimeOf(mail, brand))),
  };
}
