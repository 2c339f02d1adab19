import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { readConfig } from "#api/config.ts";
import { forFile } from "#api/testing/for-file.ts";
import { selfSigned } from "#api/testing/self-signed.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { MailServerError, warnOfMailServer } from "./mail-server.ts";
import { sendTestMail } from "./mailer.ts";

const brand = await readBrand(defaultBrandDir);
const folder = await forFile(temporaryFolder());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const certificateFor = (name: string) => selfSigned(folder.path, name);
const ownCertificate = await certificateFor("localhost");

/** Starts a mail server that takes the user `ada` with the password `right`. Returns its port. */
async function startServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: options.secure ? [] : ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "ada" && password === "right"
        ? done(null, { user: "ada" })
        : done(new Error("no such user")),
    ...options,
  });
  server.on("error", () => {}); // clients that refuse the certificate
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(() => new Promise<void>((closed) => server.close(closed)));
  return (server.server.address() as AddressInfo).port; // listens on a port
}

/** Starts what is no mail server, and greets with `greeting`. Returns its port. */
async function startOther(greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(greeting);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port; // listens on a port
}

const refusing = (responseCode: number, text: string) =>
  ((_address: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(text), { responseCode }))) satisfies SMTPServerOptions["onRcptTo"];

const configOf = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: folder.path, SEED_DEMO: "0", ...environment });
const send = (smtpUrl: string, more: Record<string, string> = {}) =>
  sendTestMail(configOf({ SMTP_URL: smtpUrl, ...more }), brand, { to: "you@example.com" });

describe("a test mail", () => {
  test("reaches a server that takes user and password, and names portal and sender", async () => {
    const mails: string[] = [];
    const port = await startServer({
      authOptional: false,
      onData: (stream, _session, done) => {
        let text = "";
        stream.on("data", (chunk: Buffer) => void (text += chunk.toString()));
        stream.on("end", () => {
          mails.push(text);
          done();
        });
      },
    });
    const sent = await send(`smtp://ada:right@127.0.0.1:${port}`, {
      PUBLIC_URL: "https://portal.test",
    });
    expect(sent).toEqual({ server: `127.0.0.1:${port}` });
    const mail = await PostalMime.parse(mails[0] ?? "");
    expect(mail.from).toMatchObject({ name: brand.name, address: brand.contactEmail });
    expect(mail.to).toMatchObject([{ address: "you@example.com" }]);
    expect(mail.subject).toBe(`${brand.name} can send e-mail`);
    expect(mail.text).toContain(`${brand.name} at https://portal.test is set up with`);
  });

  test("becomes a file where no server is set, whose path is returned", async () => {
    const sent = await sendTestMail(configOf({}), brand, { to: "you@example.com" });
    const file = "file" in sent ? sent.file : "";
    expect(file.startsWith(`${folder.path}/outbox/`)).toBe(true);
    expect(await readFile(file, "utf8")).toContain("To: you@example.com");
  });

  const server = String.raw`127\.0\.0\.1:\d+`;
  const cases: [string, () => Promise<string>, MailServerError["problem"], string][] = [
    [
      "an unknown host",
      async () => "smtp://mail.invalid:587",
      "unknown-host",
      String.raw`^The e-mail server’s host mail\.invalid is unknown \(.+\)\. Correct the host in SMTP_URL`,
    ],
    [
      "a port where nothing listens",
      async () => "smtp://127.0.0.1:1",
      "refused-connection",
      String.raw`^The e-mail server 127\.0\.0\.1:1 refuses connections\. Correct the port`,
    ],
    [
      "another server's port",
      async () => `smtp://127.0.0.1:${await startOther("SSH-2.0-OpenSSH_9.2\r\n")}`,
      "no-mail-server",
      `^What listens at ${server} does not answer as an e-mail server\\. Correct host and port`,
    ],
    [
      "a server that closes the connection",
      async () => `smtp://127.0.0.1:${await startOther("")}`,
      "no-mail-server",
      `^What listens at ${server} does not answer as an e-mail server\\.`,
    ],
    [
      "smtps:// to a port without TLS",
      async () => `smtps://127.0.0.1:${await startServer({})}`,
      "no-mail-server",
      `^What listens at ${server} does not speak TLS from the first byte\\. Use smtp://`,
    ],
    [
      "smtp:// to a port that waits for TLS",
      async () => `smtp://127.0.0.1:${await startServer({ secure: true })}/?greetingTimeout=300`,
      "no-answer",
      `^The e-mail server ${server} does not answer\\. .* usually 465, needs smtps://\\.$`,
    ],
    [
      "a server on another machine without TLS",
      async () => `smtp://0.0.0.0:${await startServer({})}`,
      "no-tls",
      String.raw`^The e-mail server 0\.0\.0\.0 does not offer TLS\. Use smtps:// or STARTTLS`,
    ],
    [
      "an expired certificate",
      async () => `smtps://127.0.0.1:${await startServer({ secure: true })}`,
      "certificate",
      `^The certificate of the e-mail server ${server} has expired \\(`,
    ],
    [
      "a certificate signed by itself",
      async () => `smtps://localhost:${await startServer({ secure: true, ...ownCertificate })}`,
      "certificate",
      String.raw`^The certificate of the e-mail server localhost:\d+ is signed by itself \(`,
    ],
    [
      "such a certificate behind STARTTLS",
      async () =>
        `smtp://localhost:${await startServer({ disabledCommands: [], ...ownCertificate })}`,
      "certificate",
      String.raw`^The certificate of the e-mail server localhost:\d+ is signed by itself \(`,
    ],
    [
      "a wrong password",
      async () => `smtp://ada:wr0ng-pw@127.0.0.1:${await startServer({})}`,
      "login",
      `^The e-mail server ${server} refuses user or password \\(535 .+\\)\\. Correct them in SMTP_URL`,
    ],
    [
      "no user where a login is needed",
      async () => `smtp://127.0.0.1:${await startServer({ authOptional: false })}`,
      "login",
      `^The e-mail server ${server} wants a login \\(530 .+\\)\\. Put user and password into SMTP_URL`,
    ],
    [
      "a refused sender",
      async () =>
        `smtp://127.0.0.1:${await startServer({ onMailFrom: refusing(553, "not yours") })}`,
      "sender",
      `^The e-mail server ${server} refuses the sender ${brand.contactEmail} \\(553 not yours\\)\\. Set the contact e-mail`,
    ],
    [
      "a sender that is refused once the recipient was named",
      async () =>
        `smtp://127.0.0.1:${await startServer({ onRcptTo: refusing(553, "5.7.1 Sender address rejected: not owned by user") })}`,
      "sender",
      `^The e-mail server ${server} refuses the sender ${brand.contactEmail} `,
    ],
    [
      "a refused recipient",
      async () => `smtp://127.0.0.1:${await startServer({ onRcptTo: refusing(550, "no relay") })}`,
      "recipient",
      `^The e-mail server ${server} refuses the recipient you@example\\.com \\(550 no relay\\)\\.`,
    ],
    [
      "a refused text",
      async () => `smtp://127.0.0.1:${await startServer({ onData: refusing(554, "spam") })}`,
      "other",
      `^The e-mail server ${server} did not take the e-mail: .*554 spam`,
    ],
  ];
  test.each(cases)("says what to change about %s", async (_, smtpUrl, problem, sentence) => {
    const failure: unknown = await send(await smtpUrl()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailServerError);
    expect(failure).toMatchObject({ problem, message: expect.stringMatching(sentence) });
    expect(String(failure)).not.toMatch(/wr0ng-pw/);
  });
});

describe("a start", () => {
  const warned = async (environment: Record<string, string>) => {
    const sentences: string[] = [];
    await warnOfMailServer(readConfig(environment), (text) => sentences.push(text));
    return sentences;
  };

  test("says what it means that no mail server is set, outside of demo mode only", async () => {
    expect(await warned({})).toEqual([]);
    expect(await warned({ SEED_DEMO: "0" })).toEqual([
      expect.stringMatching(
        /^No e-mail server is set \(SMTP_URL\): members cannot register .* no receipts are sent\./,
      ),
    ]);
  });

  test("says of a server that cannot be used what to change, without the password", async () => {
    const port = await startServer({});
    expect(await warned({ SMTP_URL: `smtp://ada:right@127.0.0.1:${port}` })).toEqual([]);
    const [closed] = await warned({ SMTP_URL: "smtp://ada:wr0ng-pw@127.0.0.1:1" });
    expect(closed).toMatch(
      /^The e-mail server 127\.0\.0\.1:1 refuses .* E-mails wait until this is corrected\.$/,
    );
    const [wrong] = await warned({ SMTP_URL: `smtp://ada:wr0ng-pw@127.0.0.1:${port}` });
    expect(wrong).toMatch(/refuses user or password/);
    expect([closed, wrong].join()).not.toContain("wr0ng-pw");
  });
});
