import { afterEach, describe, expect, test, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { announceShutdown } from "./graceful-close.ts";

const lines: string[] = [];
const portal = await forFile(
  createTestPortal({ logLevel: "info" }, { logTo: { write: (l) => void lines.push(l) } }),
);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  portal.app.closing.begun = false;
});

const work = () => vi.spyOn(portal.portal.jobs, "isWorking", "get").mockReturnValue(true);
const probe = async (path: string) => {
  const { statusCode, body } = await portal.app.inject(`/api/health${path}`);
  return [statusCode, JSON.parse(body)];
};
const ready = [200, { status: "ready" }];
const notReady = [503, { status: "not-ready" }];
const failure = new Error("connect ECONNREFUSED 10.0.0.5:5432");

test("reports that the database does not answer, without details", async () => {
  const healthy = await portal.app.inject("/api/health");
  expect([healthy.statusCode, healthy.json()]).toEqual([
    200,
    { status: "ok", database: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  ]);
  vi.spyOn(portal.portal.database, "execute").mockRejectedValueOnce(failure);
  const unhealthy = await portal.app.inject("/api/health");
  expect(unhealthy.statusCode).toBe(503);
  expect(unhealthy.json()).toMatchObject({ status: "unavailable", database: "unreachable" });
  expect(unhealthy.body).not.toContain("10.0.0.5");
});

describe("a process", () => {
  test("is ready while the database answers and jobs run", async () => {
    expect(await probe("/ready")).toEqual(notReady);
    work();
    expect(await probe("/ready")).toEqual(ready);
  });

  test("is alive, but not ready, while the database does not answer", async () => {
    work();
    vi.spyOn(portal.portal.database, "execute").mockRejectedValue(failure);
    expect(await probe("/ready")).toEqual(notReady);
    expect(await probe("/live")).toEqual([200, { status: "ok" }]);
  });

  test("says within bounded time that the database hangs, by one query for all probes", async () => {
    work();
    const answer = Promise.withResolvers<never>();
    const execute = vi
      .spyOn(portal.portal.database, "execute")
      .mockReturnValue(answer.promise as never);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const probes = Promise.all([probe("/ready"), probe("/ready"), probe("")]);
    await vi.waitFor(() => expect(execute).toHaveBeenCalled());
    expect(execute).toHaveBeenCalledOnce();
    answer.reject(failure);
    expect((await probes).map(([status]) => status)).toEqual([503, 503, 503]);
  });

  test("is not ready with a database of an older version", async () => {
    work();
    const old = { rows: [{ newest: "1700000000000" }] };
    vi.spyOn(portal.portal.database, "execute").mockResolvedValueOnce(old);
    expect(await probe("/ready")).toEqual(notReady);
    expect(await probe("/ready")).toEqual(ready);
  });

  test("goes on serving when it gives notice, but is not ready any more", async () => {
    work();
    await announceShutdown(portal.app);
    expect(await probe("/ready")).toEqual(notReady);
    expect((await portal.app.inject("/api/announcements")).statusCode).toBe(200);
  });
});

test("Probes are not logged, but what is lacking is, once per change", async () => {
  work();
  await probe("/ready");
  lines.length = 0;
  for (let probes = 0; probes < 3; probes++) await Promise.all([probe("/live"), probe("/ready")]);
  expect(lines).toEqual([]);
  portal.app.closing.begun = true;
  await probe("/ready");
  await probe("/ready");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: "not ready", lacks: ["closing"] }),
  ]);
});

test("Hundreds of probes are answered", async () => {
  work();
  for (let probes = 0; probes < 300; probes++) expect(await probe("/ready")).toEqual(ready);
});
