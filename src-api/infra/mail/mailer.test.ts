import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBrand } from "../../brand.ts";
import { readConfig } from "../../config.ts";
import type { Mail } from "./mail.ts";
import { createMailer } from "./mailer.ts";

const brand = await readBrand();
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
const log = () =>
  Fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } }).log;
const mailerWith = (environment: Record<string, string>) =>
  createMailer(readConfig({ DATA_DIR: dataDir, ...environment }), brand, log());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ringside-mail-"));
  logged = [];
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
  test("a mail becomes a file that only its owner can read, named by time and subject", async () => {
    await mailerWith({}).send(mail);
    const [written] = await writtenMails();
    expect(written?.name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-zazolc-lancuch-[0-9a-f]{6}\.eml$/);
    expect(written?.mode).toBe(0o600);
    expect((await stat(join(dataDir, "outbox"))).mode & 0o777).toBe(0o700);
  });

  test("a mail has sender, recipient, subject, and a text and an HTML part", async () => {
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
    expect(html).toContain("Pierwszy akapit<br>w dwóch wierszach");
    expect(html).toContain('href="https://portal.test/reset-password/secret?a=1&amp;b=2"');
    expect(html).toContain(brand.colours.accent);
    expect(html).toContain("&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;");
    expect(html).not.toMatch(/<script|<img|<table|http:\/\//);
  });

  test("in demo mode the log tells recipient, subject, link and code, to try everything out", async () => {
    await mailerWith({}).send({ ...mail, code: "246810" });
    expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({
      to: mail.to,
      subject: mail.subject,
      link: mail.action?.url,
      code: "246810",
    });
  });

  test("a code stands on a line of its own in the text, large in the HTML, and not in the file's name", async () => {
    await mailerWith({}).send(codeMail);
    const [written] = await writtenMails();
    expect(written?.name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-is-your-code-[0-9a-f]{6}\.eml$/);
    const { subject, text = "", html = "" } = written!.parsed;
    expect(subject).toBe("482913 is your code");
    expect(text).toContain("Enter this:\n\n482913\n\nIt works");
    expect(html).toMatch(/Enter this:<\/p>\s*<p [^>]*font-size:34px[^>]*>482913<\/p>\s*<p /);
    expect(JSON.parse(logged[0] ?? "{}")).toMatchObject({ code: "482913" });
  });

  test("a mail that is only rehearsed leaves no file", async () => {
    await mailerWith({}).rehearse(mail);
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

  test("two mails at the same time are two files", async () => {
    const mailer = mailerWith({});
    await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)]);
    expect(await writtenMails()).toHaveLength(3);
  });
});

/** Speaks as much SMTP as one mail needs, and keeps what it was sent. */
function smtpServer(received: string[]): Server {
  return createServer((socket: Socket) => {
    let inData = false;
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      received.push(text);
      if (inData && text.endsWith("\r\n.\r\n")) inData = false;
      else if (inData) return;
      else if (text.startsWith("DATA")) {
        inData = true;
        return void socket.write("354 go on\r\n");
      } else if (text.startsWith("STARTTLS")) return void socket.write("502 not here\r\n");
      else if (text.startsWith("QUIT")) return void socket.end("221 bye\r\n");
      socket.write("250 ok\r\n");
    });
  });
}

describe("with a mail server", () => {
  let received: string[];
  let server: Server;
  let port: number;
  beforeEach(async () => {
    received = [];
    server = smtpServer(received);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port; // listens on a port, not on a pipe
  });
  afterEach(() => server.close());

  test("a mail goes there, and the log holds neither link nor recipient", async () => {
    await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }).send(mail);
    const sent = received.join("");
    expect(sent).toContain("RCPT TO:<ada@example.com>");
    expect(sent).toContain("multipart/alternative");
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toMatch(/secret|ada@example/);
    await expect(readdir(join(dataDir, "outbox"))).rejects.toThrow("ENOENT");
  });

  test("the log does not hold a code either", async () => {
    await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }).send(codeMail);
    expect(received.join("")).toContain("482913");
    expect(JSON.parse(logged[0] ?? "{}").subject).toBe("is your code");
    expect(logged.join()).not.toContain("482913");
  });

  test("nothing is sent of a mail that is only rehearsed", async () => {
    await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }).rehearse(mail);
    expect(received).toEqual([]);
  });

  // An address that does not count as this machine's, and leads to it all the same.
  const elsewhere = "0.0.0.0";

  test.each(["", "?ignoreTLS=true", "?requireTLS=false&opportunisticTLS=true", "?secured=true"])(
    "off this machine nothing is sent without TLS, not with %j either",
    async (query) => {
      const mailer = mailerWith({ SMTP_URL: `smtp://user:pass@${elsewhere}:${port}/${query}` });
      await expect(mailer.send(mail)).rejects.toThrow(
        `The mail server ${elsewhere} cannot be spoken to with TLS. Use smtps:// or STARTTLS, or name the host in SMTP_ALLOW_PLAINTEXT.`,
      );
      expect(received.join("")).not.toMatch(/AUTH|MAIL|RCPT|DATA/);
      expect(logged).toEqual([]);
    },
  );

  test("a host that is allowed by name is spoken to without TLS, another is not", async () => {
    const environment = { SMTP_URL: `smtp://${elsewhere}:${port}` };
    const other = mailerWith({ ...environment, SMTP_ALLOW_PLAINTEXT: "mail.example.com" });
    await expect(other.send(mail)).rejects.toThrow("TLS");
    await mailerWith({ ...environment, SMTP_ALLOW_PLAINTEXT: `relay, ${elsewhere}` }).send(mail);
    expect(received.join("")).toContain("RCPT TO:<ada@example.com>");
  });

  test("a failure rejects, for the caller to log it", async () => {
    await expect(mailerWith({ SMTP_URL: "smtp://127.0.0.1:1" }).send(mail)).rejects.toThrow(
      "ECONNREFUSED",
    );
  });
});
