import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFlagStream } from "#api/modules/flags/testing/flag-events.ts";
import { startApiProcess } from "#api/testing/api-process.ts";
import { getRequest, openConnection, startRequest } from "#api/testing/open-request.ts";
import { prepareDataFolder } from "#api/testing/migrated-folder.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";

describe("a server that closes", () => {
  let portal: TestPortal;
  let origin: string;
  beforeEach(async () => {
    portal = await createTestPortal();
    origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
  });
  afterEach(() => portal.close());

  test("answers a request under way, and closes its connection", async () => {
    const request = await startRequest(origin);
    const closed = portal.app.close();
    request.finish();
    expect(await request.rest()).toMatch(/^HTTP\/1\.1 202 .*^connection: close\r$/ims);
    await closed;
  });

  test("cuts a request that takes longer than allowed", async () => {
    portal.app.closeLimits.requestsMs = 100;
    const request = await startRequest(origin);
    const begin = performance.now();
    await portal.app.close();
    expect(performance.now() - begin).toBeLessThan(4_000);
    await expect(request.rest()).resolves.toBe("");
  });

  test("closes idle connections at once", async () => {
    const connection = await openConnection(origin, getRequest("/api/health"));
    expect(await connection.next()).toMatch(/^HTTP\/1\.1 200 /);
    const begin = performance.now();
    await portal.app.close();
    expect(performance.now() - begin).toBeLessThan(4_000);
    expect(await connection.rest()).toBe("");
  });

  test("answers one more request of an idle connection within the time for it", async () => {
    portal.app.closeLimits.drainMs = 10_000;
    const connection = await openConnection(origin, getRequest("/api/health"));
    await connection.next();
    const closed = portal.app.close();
    await expect(fetch(`${origin}/api/health`)).rejects.toThrow("fetch failed");
    connection.write(getRequest("/api/health"));
    expect(await connection.rest()).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$/ims);
    await closed;
  });
});

test("SIGTERM loses no request under way, ends streams properly, and leads to exit code 0", async () => {
  const folder = await temporaryFolder();
  await prepareDataFolder(folder.path);
  const environment = { DATA_DIR: folder.path, DATABASE_URL: "", SEED_DEMO: "0" };
  const { origin, kill } = await startApiProcess(environment);
  const stream = await openFlagStream(origin);
  await stream.next();
  const requests = await Promise.all([1, 2, 3].map(() => startRequest(origin)));
  const exit = kill("SIGTERM");
  expect(await stream.next()).toBeNull();
  await expect.poll(() => fetch(origin).catch(() => "refused")).toBe("refused");
  const answers = requests.map((request) => request.rest());
  for (const request of requests) request.finish();
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 202 .*^connection: close\r$/ims);
  }
  expect(await exit).toBe(0);
  await folder.remove();
}, 60_000);
