import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Brand } from "#shared/brand.ts";
import type { Config } from "#api/config.ts";
import { isLoopback } from "#api/infra/loopback.ts";
import type { Logger } from "#api/infra/services.ts";
import { plainSubject, type Mailer, type Mail } from "./mail.ts";
import { dropRefused, explainUnanswered } from "./mail-failure.ts";
import { htmlPart, textPart } from "./html-part.ts";

/** Headers by which mail programs unsubscribe at one click, by a POST to the address (RFC 8058). */
const unsubscribeHeaders = ({ url }: NonNullable<Mail["unsubscribe"]>) => ({
  "List-Unsubscribe": { prepared: true, foldLines: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Returns a mail in the format of nodemailer: sent by the brand, with a text and an HTML part, and files. */
export const mimeOf = (mail: Mail, brand: Brand) => ({
  from: { name: brand.name, address: brand.contactEmail },
  to: { name: "", address: mail.to },
  ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
  ...(mail.unsubscribe && { headers: unsubscribeHeaders(mail.unsubscribe) }),
  subject: mail.subject,
  text: textPart(mail, brand),
  html: htmlPart(mail, brand),
  attachments: (mail.attachments ?? []).map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  })),
});

/** Converts a subject to a part of a file name: lower case, ASCII, hyphens. */
const slugOf = (subject: string) =>
  subject
    .replaceAll("ł", "l")
    .replaceAll("Ł", "L")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);

/** Uses the system time: files keep their order when a test moves the clock back. */
const fileName = (mail: Mail) => {
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  return `${time}-${slugOf(plainSubject(mail))}-${randomBytes(3).toString("hex")}.eml`;
};

/** Composes a mail without sending it. */
async function compose(mail: Mail, brand: Brand) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true }).sendMail(mimeOf(mail, brand));
}

/** Creates a mailer that writes .eml files, readable by their owner only. Links are logged in demo mode only. */
function outboxMailer({ dataDir, seedDemo }: Config, brand: Brand, log: Logger): Mailer {
  const folder = join(dataDir, "outbox");
  const write = async (mail: Mail): Promise<string> => {
    const { message } = await compose(mail, brand);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, fileName(mail));
    await writeFile(file, message, { mode: 0o600, flag: "wx" });
    return file;
  };
  return {
    send: async (mail) => {
      const file = await write(mail);
      const { to, code, action } = mail;
      const content = seedDemo && { to, subject: plainSubject(mail), code, link: action?.url };
      log.info({ ...content, file }, "mail written to the outbox");
    },
    sendDummy: async (mail) => rm(await write(mail)),
  };
}

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

/** Returns the connection options. Other machines need TLS, unless they are allowed by name. */
function transportOf(smtpUrl: string, plaintextHosts: readonly string[]) {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const mayBePlain = isLoopback(host) || plaintextHosts.includes(host);
  if (!mayBePlain) for (const name of aboutTls) url.searchParams.delete(name);
  return { options: { url: url.href, ...timeouts, requireTLS: !mayBePlain }, host };
}

/** Explains the failure of a server that does not offer TLS. */
function explainMissingTls(error: unknown, host: string): never {
  if (!(error instanceof Error && "code" in error && error.code === "ETLS")) throw error;
  const advice = "Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.";
  throw new Error(`The mail server ${host} does not offer TLS. ${advice}`, {
    cause: error,
  });
}

/** Warns in words where the mail server cannot be used: without it nobody can register, and mails wait. Never rejects. */
export async function warnOfMailServer(
  { smtpUrl, smtpPlaintextHosts }: Pick<Config, "smtpUrl" | "smtpPlaintextHosts">,
  warn: (sentence: string) => void,
): Promise<void> {
  if (!smtpUrl) return;
  const { options, host } = transportOf(smtpUrl, smtpPlaintextHosts);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options);
  try {
    await transport.verify().catch((error: unknown) => explainMissingTls(error, host));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(
      `the mail server ${host} in SMTP_URL cannot be used: ${reason}. Mails wait until it can; correct host, port, user and password, or start the server.`,
    );
  } finally {
    transport.close();
  }
}

/** Creates a mailer that sends through the server, or writes into `outbox/` of the data folder. */
export function createMailer(config: Config, brand: Brand, log: Logger): Mailer {
  if (!config.smtpUrl) return outboxMailer(config, brand, log);
  const { options, host } = transportOf(config.smtpUrl, config.smtpPlaintextHosts);
  return {
    send: async (mail) => {
      let isHandedOver = false;
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(options).use("stream", (sent, done) => {
        // The text flows once the server has accepted sender and recipient, and asks for it.
        sent.message.processFunc((text) => text.once("resume", () => void (isHandedOver = true)));
        done();
      });
      await transport
        .sendMail(mimeOf(mail, brand))
        .catch((error: unknown) =>
          isHandedOver ? explainUnanswered(error) : explainMissingTls(error, host),
        )
        .catch(dropRefused);
      log.info({ subject: plainSubject(mail) }, "mail sent");
    },
    sendDummy: async (mail) => void (await compose(mail, brand)),
  };
}
