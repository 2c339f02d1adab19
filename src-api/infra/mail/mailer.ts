import ipaddr from "ipaddr.js";
import { createTransport } from "nodemailer";
import type { Brand } from "../../../src-shared/brand.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../services.ts";
import { plainSubject, type Mailer } from "./mail.ts";
import { mimeOf } from "./mime.ts";
import { outboxMailer } from "./outbox.ts";

export type { Mail, Mailer } from "./mail.ts";

/** A server that does not answer must not hold up the end of the process. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

/** Parameters of the address that would decide about TLS: nodemailer prefers them to its options. */
const aboutTls = ["requireTLS", "ignoreTLS", "opportunisticTLS", "secured", "service"];

/**
 * How a mail server is spoken to. Off this machine only with TLS, whatever the address says, unless
 * the host is allowed by name to do without: mails hold links and codes.
 */
function transportOf(smtpUrl: string, plaintextHosts: readonly string[]) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const mayBePlain = isLoopback(host) || plaintextHosts.includes(host);
  if (!mayBePlain) for (const name of aboutTls) url.searchParams.delete(name);
  const transport = createTransport({ url: url.href, ...timeouts, requireTLS: !mayBePlain });
  return { transport, host };
}

/** Adds what to do about it to the failure of a server that offers no TLS. */
function explainMissingTls(error: unknown, host: string): never {
  if (!(error instanceof Error && "code" in error && error.code === "ETLS")) throw error;
  const advice = "Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.";
  throw new Error(`The mail server ${host} cannot be spoken to with TLS. ${advice}`, {
    cause: error,
  });
}

/**
 * Sends through the server at `smtpUrl`. Without one, mails are written into `outbox/` of the data
 * folder; in demo mode the log names recipient, subject, link and code, so that one can try everything
 * out.
 */
export function createMailer(config: Config, brand: Brand, log: Logger): Mailer {
  if (!config.smtpUrl) return outboxMailer(config, brand, log);
  const { transport, host } = transportOf(config.smtpUrl, config.smtpPlaintextHosts);
  const nowhere = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      await transport
        .sendMail(mimeOf(mail, brand))
        .catch((error: unknown) => explainMissingTls(error, host));
      log.info({ subject: plainSubject(mail) }, "mail sent");
    },
    rehearse: async (mail) => void (await nowhere.sendMail(mimeOf(mail, brand))),
  };
}
