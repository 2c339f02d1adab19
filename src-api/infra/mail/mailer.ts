import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Brand } from "#shared/brand.ts";
import type { Language } from "#shared/languages.ts";
import type { Config } from "#api/config.ts";
import type { Logger } from "#api/infra/services.ts";
import { composeMail, publicOrigin } from "./compose.ts";
import { plainSubject, type Mailer, type Mail } from "./mail.ts";
import { dropRefused, explainUnanswered, UnknownMailbox } from "./mail-failure.ts";
import { htmlPart, textPart } from "./html-part.ts";
import { explainMailServer, explainMissingTls, transportOf } from "./mail-server.ts";

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

/** Writes a mail to the outbox as an .eml file that only its owner can read. Returns its path. */
async function writeToOutbox({ dataDir }: Config, brand: Brand, mail: Mail): Promise<string> {
  const folder = join(dataDir, "outbox");
  const { message } = await compose(mail, brand);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, fileName(mail));
  await writeFile(file, message, { mode: 0o600, flag: "wx" });
  return file;
}

/** Creates a mailer that writes files to the outbox. Links are logged in demo mode only. */
function outboxMailer(config: Config, brand: () => Brand, log: Logger): Mailer {
  const { seedDemo } = config;
  const write = (mail: Mail) => writeToOutbox(config, brand(), mail);
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

/**
 * Creates a mailer that sends through the server, or writes into `outbox/` of the data folder. Mails have the brand of their time.
 *
 * @param bounced records that the mailbox of an address does not exist; `reason` is the status of the server
 */
export function createMailer(
  config: Config,
  brand: () => Brand,
  log: Logger,
  bounced: (email: string, reason: string) => Promise<void>,
): Mailer {
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
        .sendMail(mimeOf(mail, brand()))
        .catch((error: unknown) =>
          isHandedOver ? explainUnanswered(error) : explainMissingTls(error, host),
        )
        .catch(dropRefused)
        .catch(async (error: unknown) => {
          if (error instanceof UnknownMailbox) await bounced(mail.to, error.status);
          throw error;
        });
      log.info({ subject: plainSubject(mail) }, "mail sent");
    },
    sendDummy: async (mail) => void (await compose(mail, brand())),
  };
}

/**
 * Sends a test mail as the portal sends all others, at once and without the queue. Returns the server that took it, or the
 * file in the outbox where none is set. Rejects with a MailServerError, which says what to change.
 */
export async function sendTestMail(
  config: Config,
  brand: Brand,
  { to, language = brand.languages[0] }: { to: string; language?: Language },
): Promise<{ server: string } | { file: string }> {
  const values = { brand: brand.name, address: publicOrigin(config) };
  const mail = composeMail("test", { to, language, values });
  if (!config.smtpUrl) return { file: await writeToOutbox(config, brand, mail) };
  const { options, server } = transportOf(config.smtpUrl, config.smtpPlaintextHosts);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options);
  try {
    await transport.sendMail(mimeOf(mail, brand));
    return { server };
  } catch (error) {
    throw explainMailServer(error, config.smtpUrl, { from: brand.contactEmail, to });
  } finally {
    transport.close();
  }
}
