import ipaddr from "ipaddr.js";
import { createTransport } from "nodemailer";
import * as z from "zod/mini";
import type { Brand } from "../../../src-shared/brand.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../services.ts";
import { PermanentFailure } from "../jobs/job.ts";
import { plainSubject, type Mailer } from "./mail.ts";
import { mimeOf } from "./mime.ts";
import { outboxMailer } from "./outbox.ts";

export type { Mail, Mailer } from "./mail.ts";

/** Timeouts, in ms, so that a server that does not answer cannot delay the shutdown. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

/** Query parameters of the URL that control TLS: nodemailer would prefer them to its options. */
const aboutTls = ["requireTLS", "ignoreTLS", "opportunisticTLS", "secured", "service"];

/**
 * Returns the options for a mail server. Mails contain links and codes, so TLS is required, whatever the URL
 * says, unless the server runs on this machine or its host is listed as an exception.
 */
function transportOf(smtpUrl: string, plaintextHosts: readonly string[]) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const mayBePlain = isLoopback(host) || plaintextHosts.includes(host);
  if (!mayBePlain) for (const name of aboutTls) url.searchParams.delete(name);
  const transport = createTransport({ url: url.href, ...timeouts, requireTLS: !mayBePlain });
  return { transport, host };
}

/** A response by which a server refuses this mail for good. */
const refusalSchema = z.object({
  permanent: z.literal(true),
  command: z.enum(["RCPT TO", "DATA"]),
});

/**
 * Wraps the error when the server refuses the mail for good: it is not sent again. Other refusals, such as
 * of the sender or the password, are caused by the configuration; mails are retried until it is corrected.
 */
function dropRefused(error: unknown): never {
  if (!refusalSchema.safeParse(error).success) throw error;
  throw new PermanentFailure("The mail server refused the mail for good.", { cause: error });
}

/** Adds advice to the error when a server offers no TLS. */
function explainMissingTls(error: unknown, host: string): never {
  if (!(error instanceof Error && "code" in error && error.code === "ETLS")) throw error;
  const advice = "Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.";
  throw new Error(`The mail server ${host} cannot be spoken to with TLS. ${advice}`, {
    cause: error,
  });
}

/**
 * Creates the mailer. It sends through the server at `smtpUrl`; without one, it writes mails into `outbox/`
 * of the data folder, and in demo mode logs recipient, subject, link and code.
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
