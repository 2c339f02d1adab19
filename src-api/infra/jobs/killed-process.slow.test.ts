import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { connect } from "#api/infra/database/connect.ts";
import { termsVersion } from "#api/testing/terms-version.ts";
import { failToStart, startApiProcess } from "#api/testing/api-process.ts";
import { prepareDataFolder } from "#api/testing/migrated-folder.ts";
import { startSmtpServer, type SmtpServer } from "#api/testing/smtp-server.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";

let folder: TemporaryFolder;
let smtp: SmtpServer;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await prepareDataFolder(`${folder.path}/data`);
  smtp = await startSmtpServer();
  environment = {
    DATA_DIR: `${folder.path}/data`,
    SEED_DEMO: "0",
    DATABASE_URL: "",
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  };
});
afterEach(async () => {
  await smtp.close();
  await folder.remove();
});

const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a process ends cleanly while the mail server hangs, and the next one sends the mail", async () => {
  smtp.silent = true;
  const first = await startApiProcess({ ...environment, JOBS_CLOSE_WAIT: "200" });
  const message = { name: "Ada", email: "ada@example.com", subject: "Question", message: "Hello" };
  expect((await post(first.origin, "/contact", message)).status).toBe(202);
  await expect.poll(() => smtp.connections).toBeGreaterThan(0);
  const begin = performance.now();
  expect(await first.kill("SIGTERM")).toBe(0);
  expect(performance.now() - begin).toBeLessThan(9_000); // the greeting of the mail server would be waited for 10 s

  smtp.silent = false;
  const next = await startApiProcess(environment); // the lock of the database was released
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1); // tried again as after a failure
  expect(await next.kill("SIGTERM")).toBe(0);
  expect(smtp.mails).toHaveLength(1);
}, 120_000);

// The embedded database only: PostgreSQL hands the jobs of a dead process on when they expire.
describe.skipIf(inject("databaseUrl") !== null)("a process that is killed", () => {
  test("loses none of the mails that it owes, and the next one sends each once", async () => {
    smtp.silent = true;
    const doomed = await startApiProcess(environment);
    const subjects = Array.from({ length: 5 }, (_, at) => `Question ${at}`);
    for (const subject of subjects) {
      const message = { name: "Ada", email: "ada@example.com", subject, message: "Hello" };
      expect((await post(doomed.origin, "/contact", message)).status).toBe(202);
    }
    const email = "grace@example.com";
    const signUp = { name: "Grace", email, password: "three green tunnels", language: "en" };
    const registered = { ...signUp, termsVersion: await termsVersion() };
    expect((await post(doomed.origin, "/register", registered)).status).toBe(202);
    await doomed.kill("SIGKILL");
    expect(smtp.mails).toEqual([]);

    smtp.silent = false;
    const heir = await startApiProcess(environment);
    await expect.poll(() => smtp.mails.length).toBe(6);
    await heir.kill("SIGTERM");
    for (const subject of subjects) {
      expect(smtp.mails.filter((mail) => mail.includes(subject))).toHaveLength(1);
    }
    const code = smtp.mails.find((mail) => mail.includes(`To: ${email}`));
    expect(code).toMatch(/^\d{6}\r$/m);
  }, 120_000);

  test("has the data folder to itself until then, and leaves it to others at once", async () => {
    const dataDir = `${folder.path}/data`;
    const inUse = `Another process uses ${dataDir} (DATA_DIR): an instance of the portal, or a command.`;
    const open = () => connect({ dataDir, databaseUrl: null }); // as a command does
    const doomed = await startApiProcess(environment);
    await expect(open()).rejects.toThrow(inUse);
    expect((await fetch(`${doomed.origin}/api/health`)).status).toBe(200);
    await doomed.kill("SIGKILL");

    const { close } = await open();
    const refused = await failToStart(environment);
    expect([refused.code, refused.stderrText]).toEqual([1, expect.stringContaining(inUse)]);
    await close();
  }, 120_000);
});
