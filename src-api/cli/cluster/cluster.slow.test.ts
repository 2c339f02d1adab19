import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { sessionAnswerSchema } from "../../../src-shared/api/sign-in.ts";
import { openFlagStream } from "../../modules/flags/testing/flag-events.ts";
import { failToStart, startApiProcess } from "../../testing/api-process.ts";
import { startLoad } from "../../testing/load.ts";
import { createOwnDatabase, type OwnDatabase } from "../../testing/own-database.ts";
import { startSmtpServer, type SmtpServer } from "../../testing/smtp-server.ts";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { sendCommand } from "../channel/command-channel.ts";

/** Returns a port that nobody listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

test("a group whose first worker cannot start ends with the worker's sentence", async () => {
  const DATABASE_URL = "postgres://ringside@127.0.0.1:1/ringside";
  const failed = await failToStart({ WORKERS: "2", DATA_DIR: folder.path, DATABASE_URL });
  expect(failed).toEqual({ code: 1, said: "No PostgreSQL server answers at DATABASE_URL.\n" });
}, 60_000);

// Several processes need PostgreSQL.
describe.skipIf(inject("databaseUrl") === null)("two workers", () => {
  let database: OwnDatabase;
  let smtp: SmtpServer;
  let environment: Record<string, string>;
  let metricsPort: number;
  let api: Awaited<ReturnType<typeof startApiProcess>>;
  beforeAll(async () => {
    database = await createOwnDatabase(inject("databaseUrl") ?? "");
    smtp = await startSmtpServer();
    metricsPort = await findFreePort();
    environment = {
      DATABASE_URL: database.url,
      DATA_DIR: `${folder.path}/data`,
      SEED_DEMO: "1",
      DEMO_PASSWORD: "demo-password",
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      LOG_LEVEL: "info",
    };
    // Two instances start at once on an empty database, of which the second ends again.
    const key = randomBytes(32);
    await folder.write({ "data/data-key": key, "other/data-key": key });
    const [group, single] = await Promise.all([
      startApiProcess({ ...environment, WORKERS: "2", METRICS_PORT: `${metricsPort}` }),
      startApiProcess({ ...environment, DATA_DIR: `${folder.path}/other` }),
    ]);
    await single.kill("SIGTERM");
    api = group;
    const bothServe = async () => expect(await servingPids()).toHaveLength(2);
    await vi.waitFor(bothServe, { timeout: 60_000, interval: 500 });
  }, 180_000);
  afterAll(async () => {
    await api.kill("SIGTERM");
    await smtp.close();
    await database.drop();
  });

  test("refuse another instance with their DATA_DIR, which keeps their credential of commands", async () => {
    const refused = await failToStart({ ...environment, LOG_LEVEL: "silent" });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`Another process uses ${environment["DATA_DIR"]} (DATA_DIR)`);
    const list = { command: "list" };
    expect(await sendCommand(`${folder.path}/data`, "flags", list)).not.toBeNull();
  });

  type Request = { method?: string; body?: string; headers?: Record<string, string> };
  /**
   * Sends a request on a connection of its own: the next worker in turn answers it. Nobody does if that one
   * is killed meanwhile.
   */
  const send = (path: string, init: Request = {}) =>
    fetch(`${api.origin}/api${path}`, {
      ...init,
      signal: AbortSignal.timeout(10_000),
      headers: { connection: "close", "content-type": "application/json", ...init.headers },
    });
  const post = (path: string, body: object) =>
    send(path, { method: "POST", body: JSON.stringify(body) });

  /** Returns the process ids of the workers that answer eight requests. */
  async function servingPids(): Promise<number[]> {
    const before = api.printed.length;
    for (let sent = 0; sent < 8; sent++) await send("/me");
    const log = api.printed.slice(before).filter((line) => line.startsWith("{"));
    return [...new Set(log.map((line): number => JSON.parse(line).pid))];
  }

  test("print the notice once, and have seeded the demo once", async () => {
    expect(api.printed.filter((line) => line.includes(" runs at "))).toHaveLength(1);
    expect(api.printed.filter((line) => line.includes("Demo accounts"))).toHaveLength(1);
    expect(await database.query("select count(*)::int from users")).toEqual([{ count: 5 }]);
  });

  test("share sessions, also ended ones", async () => {
    const answer = await post("/login", { email: "user@example.com", password: "demo-password" });
    const { token } = sessionAnswerSchema.parse(await answer.json());
    const headers = { authorization: `Bearer ${token}` };
    const statuses = async () => [
      (await send("/me", { headers })).status,
      (await send("/me", { headers })).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await send("/logout", { method: "POST", headers, body: "{}" });
    expect(await statuses()).toEqual([401, 401]);
  });

  test("count attempts together", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 13; tries++) {
      const guess = { email: "judge@example.com", password: "a wrong guess" };
      statuses.push((await post("/login", guess)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429, 429]);
  });

  test("run commands, and see a changed flag soon, also on open streams", async () => {
    const streams = await Promise.all([1, 2, 3, 4].map(() => openFlagStream(api.origin)));
    for (const stream of streams) await stream.next();
    const { DATA_DIR = "" } = environment;
    const set = (on: boolean) =>
      sendCommand(DATA_DIR, "flags", { command: "set", key: "login-disabled", on });
    for (const on of [true, false, true, false]) {
      expect(await set(on)).toEqual([expect.stringContaining(on ? "on" : "off")]);
      const begin = performance.now();
      for (const stream of streams) {
        expect(await stream.next()).toMatchObject({
          data: { key: "login-disabled", value: on },
        });
      }
      expect(performance.now() - begin).toBeLessThan(5_000);
    }
    for (const stream of streams) stream.close();
  });

  test("run each job once", async () => {
    const subjects = [1, 2, 3, 4].map((at) => `Question ${at}`);
    const message = { name: "Ada", email: "ada@example.com", message: "Hello" };
    for (const subject of subjects) {
      expect((await post("/contact", { ...message, subject })).status).toBe(202);
    }
    const waiting = async () => (await database.query("select id from pgboss.job")).length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    for (const subject of subjects) {
      expect(smtp.mails.filter((mail) => mail.includes(subject))).toHaveLength(1);
    }
  });

  test("are summed in the metrics, except for what both read from the database", async () => {
    const pids = await servingPids();
    for (let sent = 0; sent < 6; sent++) await send("/dogs");
    await database.query(`insert into pgboss.job (name, start_after)
      select 'contact.mail-answer', now() + interval '1 day' from generate_series(1, 3)`);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await database.query("delete from pgboss.job where name = 'contact.mail-answer'");
    const valueOf = (name: string) =>
      Number(
        metrics
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.split(" ")
          .at(-1),
      );
    const route = '{method="GET",route="/api/dogs",status="401"}';
    expect(valueOf(`http_request_duration_seconds_count${route}`)).toBe(6);
    expect(valueOf('portal_jobs{job="contact.mail-answer",state="waiting"}')).toBe(3);
    const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", pids.join(",")]);
    const memory = stdout
      .trim()
      .split("\n")
      .map((kilobytes) => 1024 * Number(kilobytes));
    expect(valueOf("process_resident_memory_bytes")).toBeGreaterThan(1.2 * Math.max(...memory));
  });

  test("are replaced under load without a failed request, and end their streams properly", async () => {
    const stream = await openFlagStream(api.origin);
    await stream.next();
    const before = await servingPids();
    const load = startLoad(api.origin, 4);
    api.reload();
    expect(await stream.next()).toBeNull();
    const replaced = async () => (await servingPids()).every((pid) => !before.includes(pid));
    await expect.poll(replaced, { timeout: 120_000, interval: 500 }).toBe(true);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(500);
    expect(await servingPids()).toHaveLength(2);
  }, 180_000);

  test("are started again when one is killed, while the other one answers", async () => {
    const [doomed = 0, left = 0] = await servingPids();
    process.kill(doomed, "SIGKILL");
    await expect.poll(servingPids, { timeout: 60_000, interval: 500 }).toHaveLength(2);
    const now = await servingPids();
    expect(now).toContain(left);
    expect(now).not.toContain(doomed);
  }, 90_000);

  test("end with exit code 0, and leave no credential", async () => {
    const { DATA_DIR = "" } = environment;
    expect(await api.kill("SIGTERM")).toBe(0);
    await expect(send("/health")).rejects.toThrow("fetch failed");
    expect(await sendCommand(DATA_DIR, "flags", { command: "list" })).toBeNull();
  });
});
