import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Brand } from "#shared/brand.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../services.ts";
import { plainSubject, type Mail, type Mailer } from "./mail.ts";
import { mimeOf } from "./mime.ts";

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

/**
 * Uses the system time instead of the portal's clock, so that files are ordered as they were
 * written even when a test moves the clock back.
 */
const fileName = (mail: Mail) => {
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  return `${time}-${slugOf(plainSubject(mail))}-${randomBytes(3).toString("hex")}.eml`;
};

/**
 * Creates a mailer that writes .eml files, readable by the owner of the process only since they
 * contain secret links. Links and codes are logged in demo mode only.
 */
export function outboxMailer({ dataDir, seedDemo }: Config, brand: Brand, log: Logger): Mailer {
  const folder = join(dataDir, "outbox");
  const transport = createTransport({ streamTransport: true, buffer: true });
  const write = async (mail: Mail): Promise<string> => {
    const { message } = await transport.sendMail(mimeOf(mail, brand));
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
    rehearse: async (mail) => rm(await write(mail)),
  };
}
