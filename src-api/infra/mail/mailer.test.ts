import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { readConfig } from "#api/config.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { startSmtpServer, type SmtpServer } from "#api/testing/smtp-server.ts";
import type { Mail } from "./mail.ts";
import { isUndelivered } from "./mail-failure.ts";
import { createMailer } from "./mailer.ts";

const brand = await readBrand(defaultBrandDir);
const mail: Mail = {
  to: "ada@example.com",
  language: "pl",
  subject: "Zażółć: łańcuch <&>",
  paragraphs: ["Pierwszy akapit\nw dwóch wierszach", `<script>alert("1 & 2")</script>`],
  action: { label: "Potwierdź", url: "https://portal.test/reset-password/secret?a=1&b=2" },
  replyTo: "eve@example.com",
};

const codeMail: Mail = {
  to: "ada@example.com",
  language: "en",
  subject: "482913 is your code",
  paragraphs: ["Enter this:", "It works for 30 minutes."],
  code: "482913",
};

let dataDir: string;
let logged: string[];
/** Addresses that the mail server does not know, each with what it said. */
let bounced: [string, string][];
const log = () =>
  Fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } }).log;
const mailerWith = (environment: Record<string, string>) =>
  createMailer(
    readConfig({ DATA_DIR: dataDir, ...environment }),
    () => brand,
    log(),
    async (email, reason) => void bounced.push([email, reason]),
  );

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ringside-mail-"));
  logged = [];
  bounced = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function writtenMails() {
  const folder = join(dataDir, "outbox");
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      name,
      mode: (await stat(join(folder, name))).mode & 0o777,
      parsed: await PostalMime.parse(await readFile(join(folder, name))),
    })),
  );
}

describe("without a mail server", () => {
  test("a mail becomes a file named by time and subject, which only the owner of the process can read", async () => {
    await mailerWith({}).send(mail);
    const [written] = await writtenMails();
    expect(written?.name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-zazolc-lancuch-[0-9a-f]{6}\.eml$/);
    expect(written?.mode).toBe(0o600);
    expect((await stat(join(dataDir, "outbox"))).mode & 0o777).toBe(0o700);
  });

  test("a mail has sender, recipient, subject, a text part and an HTML part", async () => {
    await mailerWith({}).send(mail);
    const [written] = await writtenMails();
    const { from, to, replyTo, subject, text = "", html = "" } = written!.parsed;
    expect(from).toMatchObject({ name: brand.name, address: brand.contactEmail });
    expect(to).toMatchObject([{ address: "ada@example.com" }]);
    expect(replyTo).toMatchObject([{ address: "eve@example.com" }]);
    expect(subject).toBe(mail.subject);
    for (const part of [...mail.paragraphs, mail.action!.url, brand.name])
      expect(text).toContain(part);
    expect(html).toContain('<html lang="pl">');
    expect(html).toContain("Pierwszy akapit<br />w dwóch wierszach");
    expect(html).toContain('href="https://portal.test/reset-password/secret?a=1&amp;b=2"');
    expect(html).toContain(brand.colours.accent);
    expect(html).toContain("&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;");
    expect(html).not.toMatch(/<script|<img|<table|http:\/\//);
  });

  test("in demo mode the log shows recipient, subject, link and code", async () => {
    await mailerWith({}).send({ ...mail, code: "246810" });
    expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({
      to: mail.to,
      subject: mail.subject,
      link: mail.action?.url,
      code: "246810",
    });
  });

  test("a code is on its own line in the text, large in the HTML, and not in the file name", async () => {
    await mailerWith({}).send(codeMail);
    const [written] = await writtenMails();
    expect(written?.name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-is-your-code-[0-9a-f]{6}\.eml$/);
    const { subject, text = "", html = "" } = written!.parsed;
    expect(subject).toBe("482913 is your code");
    expect(text).toContain("Enter this:\n\n482913\n\nIt works");
    expect(html).toMatch(/Enter this:<\/p>\s*<p [^>]*font-size:34px[^>]*>482913<\/p>\s*<p /);
    expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({ code: "482913" });
  });

  test("a mail has its files, byte by byte", async () => {
    const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 10, 13, 255]);
    const file = { name: "RS-2026-000001.pdf", type: "application/pdf", content } as const;
    await mailerWith({}).send({ ...mail, attachments: [file] });
    const [written] = await writtenMails();
    const [attached] = written!.parsed.attachments;
    expect(attached).toMatchObject({ filename: file.name, mimeType: file.type });
    expect(Buffer.from(attached!.content as ArrayBuffer)).toEqual(content); // never text
  });

  test("a dummy mail leaves no file", async () => {
    await mailerWith({}).sendDummy(mail);
    expect(await writtenMails()).toEqual([]);
    expect(logged).toEqual([]);
  });

  test.each<Record<string, string>>([
    { SEED_DEMO: "0" },
    { DATABASE_URL: "postgres://127.0.0.1/ringside" },
  ])("with %j the log names the file only", async (environment) => {
    await mailerWith(environment).send({ ...mail, subject: "246810 is it", code: "246810" });
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "{}")).not.toHaveProperty("link");
    expect(logged[0]).toContain("outbox");
    expect(logged[0]).not.toMatch(/secret|ada@example|code|subject/);
  });

  test("two mails at the same time become two files", async () => {
    const mailer = mailerWith({});
    await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)]);
    expect(await writtenMails()).toHaveLength(3);
  });
});

describe("with a mail server", () => {
  let smtp: SmtpServer;
  beforeEach(async () => {
    smtp = await startSmtpServer();
  });
  afterEach(() => smtp.close());

  test("a mail is sent to it, and the log contains neither link nor recipient", async () => {
    await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }).send(mail);
    const sent = smtp.received.join("");
    expect(sent).toContain("RCPT TO:<ada@example.com>");
    expect(sent).toContain("multipart/alternative");
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toMatch(/secret|ada@example/);
    await expect(readdir(join(dataDir, "outbox"))).rejects.toThrow("ENOENT");
  });

  test("the log does not contain the code either", async () => {
    await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }).send(codeMail);
    expect(smtp.received.join("")).toContain("482913");
    expect(JSON.parse(logged[0] ?? "{}").subject).toBe("is your code");
    expect(logged.join()).not.toContain("482913");
  });

  test("a dummy mail is not sent", async () => {
    await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }).sendDummy(mail);
    expect(smtp.received).toEqual([]);
  });

  // A host name that is not recognised as this machine, but resolves to it.
  const elsewhere = "0.0.0.0";

  test.each(["", "?ignoreTLS=true", "?requireTLS=false&opportunisticTLS=true", "?secured=true"])(
    "nothing is sent to other machines without TLS, not even with %j",
    async (query) => {
      const mailer = mailerWith({
        SMTP_URL: `smtp://user:pass@${elsewhere}:${smtp.port}/${query}`,
      });
      await expect(mailer.send(mail)).rejects.toThrow(
        `The e-mail server ${elsewhere} does not offer TLS. Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.`,
      );
      expect(smtp.received.join("")).not.toMatch(/AUTH|MAIL|RCPT|DATA/);
      expect(logged).toEqual([]);
    },
  );

  test("a host allowed by name is used without TLS, another one is not", async () => {
    const environment = { SMTP_URL: `smtp://${elsewhere}:${smtp.port}` };
    const other = mailerWith({ ...environment, SMTP_ALLOW_PLAINTEXT: "mail.example.com" });
    await expect(other.send(mail)).rejects.toThrow("TLS");
    await mailerWith({ ...environment, SMTP_ALLOW_PLAINTEXT: `relay, ${elsewhere}` }).send(mail);
    expect(smtp.received.join("")).toContain("RCPT TO:<ada@example.com>");
  });

  test.each([
    ["RCPT TO", "550 5.1.1 no such mailbox", true, "550 5.1.1"],
    ["RCPT TO", "452 4.2.2 mailbox full", false],
    ["DATA", "554 5.6.0 refused", true],
    ["RCPT TO", "552 5.2.2 mailbox full", true],
    ["RCPT TO", "550 no such mailbox", true, "550"],
    ["RCPT TO", "550 5.1.8 bad sender", true],
    ["RCPT TO", "550 Administrative prohibition", true],
    ["RCPT TO", "554 5.7.1 relay access denied", false],
    ["RCPT TO", "530 5.7.0 authentication required", false],
    ["RCPT TO", "550 5.4.5 daily quota exceeded", false],
    ["DATA", "554 5.7.1 rejected by policy", false],
    ["MAIL FROM", "550 5.7.1 sender refused", false],
    ["EHLO", "421 4.3.2 not now", false],
  ])("after %s, %s: refused for good: %s", async (command, reply, forGood, bounce?: string) => {
    smtp.refusals.set(command, reply);
    const error: unknown = await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
      .send(mail)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof PermanentFailure).toBe(forGood);
    expect(bounced).toEqual(bounce === undefined ? [] : [[mail.to, bounce]]);
  });

  const failureOf = (smtpUrl: string) =>
    mailerWith({ SMTP_URL: smtpUrl })
      .send(mail)
      .then(
        () => null,
        (failure: unknown) => failure,
      );

  test.each([
    ["no such host", () => "smtp://mail.invalid:25"],
    ["a port that refuses", () => "smtp://127.0.0.1:1"],
    ["a server without TLS", () => `smtp://${elsewhere}:${smtp.port}`],
    ["a server that does not speak TLS", () => `smtps://127.0.0.1:${smtp.port}`],
  ])("%s: certainly not delivered", async (_, smtpUrl) => {
    expect(isUndelivered(await failureOf(smtpUrl()))).toBe(true);
  });

  test.each([
    ["EHLO", true],
    ["MAIL FROM", true],
    ["RCPT TO", true],
    ["DATA", true],
    [".", false],
  ])("a connection lost at %s: certainly not delivered: %s", async (endAt, undelivered) => {
    smtp.endAt = endAt;
    expect(isUndelivered(await failureOf(`smtp://127.0.0.1:${smtp.port}`))).toBe(undelivered);
    expect(smtp.mails).toHaveLength(undelivered ? 0 : 1);
  });

  test("a mail that was refused after its text was sent is certainly not delivered", async () => {
    smtp.refusals.set(".", "451 4.7.1 try again later");
    expect(isUndelivered(await failureOf(`smtp://127.0.0.1:${smtp.port}`))).toBe(true);
  });
});
