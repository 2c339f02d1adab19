import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createCanvas } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sessionAnswerSchema } from "#shared/api/sign-in.ts";
import { createDraft, getStudioEntry, uploadPicture } from "#shared/api/studio.ts";
import { openFlagStream } from "#api/modules/flags/testing/flag-events.ts";
import { failToStart, startApiProcess } from "#api/testing/api-process.ts";
import { startBalancer } from "#api/testing/balancer.ts";
import { startLoad } from "#api/testing/load.ts";
import { hasNginx, startNginx } from "#api/testing/nginx.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { startS3Server, type S3Server } from "#api/testing/s3-server.ts";
import { startSmtpServer, type SmtpServer } from "#api/testing/smtp-server.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { sendCommand } from "./channel/command-channel.ts";

/** Returns a port that nobody listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Ms that the documented restart waits for the proxy. */
const proxyNoticesAfterMs = 5_000;

// Several instances need PostgreSQL.
describe.skipIf(inject("databaseUrl") === null)("two instances on one database", () => {
  let folder: TemporaryFolder;
  let database: OwnDatabase;
  let smtp: SmtpServer;
  let s3: S3Server;
  let environments: Record<string, string>[];
  let instances: Awaited<ReturnType<typeof startApiProcess>>[];
  beforeAll(async () => {
    folder = await temporaryFolder();
    database = await createOwnDatabase(inject("databaseUrl") ?? "");
    smtp = await startSmtpServer();
    s3 = await startS3Server();
    const key = randomBytes(32);
    await folder.write({ "one/data-key": key, "two/data-key": key });
    const ports = await Promise.all([findFreePort(), findFreePort()]);
    environments = ["one", "two"].map((name, at) => ({
      DATABASE_URL: database.url,
      DATA_DIR: `${folder.path}/${name}`,
      PORT: `${ports[at]}`,
      SEED_DEMO: "1",
      DEMO_PASSWORD: "demo-password",
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SHUTDOWN_DELAY: "2",
      MEDIA_S3_ENDPOINT: s3.settings.endpoint ?? "",
      MEDIA_S3_REGION: s3.settings.region,
      MEDIA_S3_BUCKET: s3.settings.bucket,
      MEDIA_S3_ACCESS_KEY: s3.settings.accessKey,
      MEDIA_S3_SECRET_KEY: s3.settings.secretKey,
      MEDIA_S3_PATH_STYLE: "1",
    }));
    // Both at once, on an empty database.
    instances = await Promise.all(environments.map((environment) => startApiProcess(environment)));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(instances.map(({ kill }) => kill("SIGTERM")));
    await smtp.close();
    await s3.close();
    await database.drop();
    await folder.remove();
  });

  type Request = { method?: string; body?: string; headers?: Record<string, string> };
  /** Sends a request to an instance, chosen by turn. */
  const send = (turn: number, path: string, init: Request = {}) =>
    fetch(`${instances[turn % 2]?.origin}/api${path}`, {
      ...init,
      headers: { "content-type": "application/json", ...init.headers },
    });
  const post = (turn: number, path: string, body: object) =>
    send(turn, path, { method: "POST", body: JSON.stringify(body) });

  test("have seeded the demo once", async () => {
    const memberships = "select count(*)::int as bought, count(distinct user_id)::int as buyers";
    const [seeded] = await database.query(`${memberships} from subscriptions`);
    expect(seeded?.["bought"]).toBeGreaterThan(1);
    expect(seeded?.["buyers"]).toBe(seeded?.["bought"]);
  });

  test("refuse a third one with a DATA_DIR of theirs", async () => {
    const refused = await failToStart({ ...environments[0], PORT: "0" });
    expect(refused.code).toBe(1);
    expect(refused.stderrText).toContain(`Another process uses ${folder.path}/one (DATA_DIR)`);
  });

  test("share sessions, also ended ones", async () => {
    const login = { email: "user@example.com", password: "demo-password" };
    const answer = await post(0, "/login", login);
    const { token } = sessionAnswerSchema.parse(await answer.json());
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(1, "/me", { headers })).status).toBe(200);
    await send(1, "/logout", { method: "POST", headers, body: "{}" });
    expect((await send(0, "/me", { headers })).status).toBe(401);
  });

  test("count attempts together", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 13; tries++) {
      const guess = { email: "judge@example.com", password: "a wrong guess" };
      statuses.push((await post(tries, "/login", guess)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429, 429]);
  });

  test("run commands each, and see soon what one of them changed, also on open streams", async () => {
    const streams = await Promise.all(instances.map(({ origin }) => openFlagStream(origin)));
    for (const stream of streams) await stream.next();
    for (const [at, on] of [true, false].entries()) {
      const command = { command: "set", key: "login-disabled", on };
      await sendCommand(environments[at]?.["DATA_DIR"] ?? "", "flags", command);
      const begin = performance.now();
      for (const stream of streams) {
        expect(await stream.next()).toMatchObject({ data: { key: "login-disabled", value: on } });
      }
      expect(performance.now() - begin).toBeLessThan(5_000);
    }
    for (const stream of streams) stream.close();
  });

  test("run each job once", async () => {
    const subjects = [1, 2, 3, 4].map((at) => `Question ${at}`);
    const message = { name: "Ada", email: "ada@example.com", message: "Hello" };
    for (const [turn, subject] of subjects.entries()) {
      expect((await post(turn, "/contact", { ...message, subject })).status).toBe(202);
    }
    const waiting = async () => (await database.query("select id from pgboss.job")).length;
    await expect.poll(waiting).toBe(0);
    for (const subject of subjects) {
      expect(smtp.mails.filter((mail) => mail.includes(subject))).toHaveLength(1);
    }
  });

  test("are restarted one after the other behind a proxy without a lost request", async () => {
    const balancer = await startBalancer(instances.map(({ origin }) => origin));
    const bothServe = async () => {
      await expect.poll(() => balancer.ready, { timeout: 60_000 }).toHaveLength(2);
    };
    await bothServe();
    const load = startLoad(balancer.origin, 4);
    for (const [at, environment] of environments.entries()) {
      expect(await instances[at]?.kill("SIGTERM")).toBe(0);
      instances[at] = await startApiProcess(environment);
      await bothServe();
    }
    await load.stop();
    await balancer.close();
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(500);
  }, 180_000);

  test("store their media in the bucket", () => {
    expect(s3.methods).toContain("PUT");
  });

  test.skipIf(!hasNginx())(
    "are restarted one after the other behind nginx, as docs/operation-advanced.md says, without a lost request",
    async () => {
      const nginx = await startNginx(
        await findFreePort(),
        instances.map(({ origin }) => origin),
      );
      const isUp = (path: string) =>
        fetch(path).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(() => isUp(`${nginx.origin}/api/health/ready`)).toBe(true);
      const load = startLoad(nginx.origin, 4);
      for (const [at, environment] of environments.entries()) {
        expect(await instances[at]?.kill("SIGTERM")).toBe(0);
        instances[at] = await startApiProcess(environment);
        const ready = `${instances[at].origin}/api/health/ready`;
        await expect.poll(() => isUp(ready), { timeout: 60_000 }).toBe(true);
        await delay(proxyNoticesAfterMs);
      }
      await load.stop();
      await nginx.close();
      // One that is sent in the moment in which an instance closes its port must not be sent twice.
      const repeatable = load.failures.filter((failure) => failure.startsWith("GET"));
      expect(repeatable).toEqual([]);
      expect(load.failures.length).toBeLessThan(load.answered / 500);
      expect(load.answered).toBeGreaterThan(500);
    },
    180_000,
  );
});

describe.skipIf(inject("databaseUrl") === null)("two instances with one MEDIA_DIR", () => {
  test("serve the pictures that were uploaded at the other one", async () => {
    await using opened = new AsyncDisposableStack();
    const folder = await temporaryFolder();
    opened.defer(() => folder.remove());
    const database = await createOwnDatabase(inject("databaseUrl") ?? "");
    opened.defer(() => database.drop());
    const key = randomBytes(32);
    await folder.write({ "one/data-key": key, "two/data-key": key, "media/.keep": "" });
    const start = async (name: string) => {
      const started = await startApiProcess({
        DATABASE_URL: database.url,
        DATA_DIR: `${folder.path}/${name}`,
        MEDIA_DIR: `${folder.path}/media`,
        SEED_DEMO: "1",
        DEMO_PASSWORD: "demo-password",
        LOG_LEVEL: "warn",
      });
      opened.defer(async () => void (await started.kill("SIGTERM")));
      return started;
    };
    const [one, two] = [await start("one"), await start("two")];
    const json = { "content-type": "application/json" };
    const login = { email: "admin@example.com", password: "demo-password" };
    const answer = await fetch(`${one.origin}/api/login`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(login),
    });
    const { token } = sessionAnswerSchema.parse(await answer.json());
    const send = async (at: typeof one, method: string, path: string, more: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...Object(more.headers) };
      const sent = await fetch(`${at.origin}/api/studio${path}`, { ...more, method, headers });
      expect(sent.status).toBeLessThan(300);
      const answered: unknown = await sent.json();
      return answered;
    };
    const created = await send(one, "POST", "/entries", {
      headers: json,
      body: JSON.stringify({ kind: "articles", title: "Seen from both" }),
    });
    const { slug } = createDraft.answer.parse(created);
    const picture = await createCanvas(320, 180).encode("png");
    const uploaded = await send(one, "POST", `/entries/articles/${slug}/pictures?name=jump.png`, {
      headers: { "content-type": "image/png" },
      body: new Uint8Array(picture),
    });
    const { name } = uploadPicture.answer.parse(uploaded);
    const seen = await send(two, "GET", `/entries/articles/${slug}`);
    const { pictures } = getStudioEntry.answer.parse(seen);
    for (const { origin } of [one, two]) {
      const found = await fetch(`${origin}${pictures[name]}`);
      expect([found.status, found.headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
    const warnings = [...one.printed, ...two.printed].filter((line) => line.includes("elsewhere"));
    expect(warnings).toEqual([]);
  }, 180_000);
});
