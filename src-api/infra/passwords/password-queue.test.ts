import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Piscina } from "piscina";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { accountDelay } from "#api/infra/throttle/throttle.ts";
import { admitInTurn, hashing, hashPassword } from "./passwords.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { setPasswordCost } from "#api/testing/password-cost.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

beforeAll(() => setPasswordCost("real"));
const portal = await forFile(createTestPortal());
afterEach(() => vi.restoreAllMocks());
afterAll(() => setPasswordCost("least"));

/** Logs in to many accounts at once, each from another network. */
const logInMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      call(portal, "POST", "/login", {
        body: { email: `many-${i}@example.com`, password: "wrong password" },
        ip: `10.1.${i}.1`,
      }),
    ),
  );

describe("the queue of passwords", () => {
  test("answers 503 when it is full, and other requests as usual", async () => {
    const answers = await logInMany(120);
    const served = answers.filter(({ status }) => status === 401);
    const busy = answers.filter(({ status }) => status === 503);
    expect(served.length + busy.length).toBe(120);
    expect(served.length).toBeGreaterThan(0);
    expect(busy.length).toBeGreaterThan(0);
    for (const { body, headers } of busy) {
      expect(headers["retry-after"]).toBe("5");
      expect(body).toMatchObject({ code: "busy", message: expect.stringContaining("logging in") });
    }
  });

  test("has room again once it is processed", async () => {
    expect((await logInMany(1)).map(({ status }) => status)).toEqual([401]);
  });

  test("does not block the threads that read files", async () => {
    let hashed = 0;
    const hashes = Array.from({ length: 10 }, async () => {
      await hashPassword("three green tunnels");
      hashed += 1;
    });
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(5);
    await Promise.all(hashes);
  });
});

describe("admission to the queue", () => {
  test("refuses immediately while a hundred calls wait, and admits again afterwards", async () => {
    const answer = Promise.withResolvers<void>();
    const prepare = vi.fn(() => answer.promise);
    const waiting = Array.from({ length: hashing.waiting + 1 }, () =>
      admitInTurn("visitors", prepare),
    );
    await expect(admitInTurn("visitors", prepare)).rejects.toMatchObject({ code: "busy" });
    answer.resolve();
    await Promise.all(waiting);
    await admitInTurn("visitors", prepare);
    expect(prepare).toHaveBeenCalledTimes(102);
  });

  test("runs one call at a time, interleaved with other requests, also after a failure", async () => {
    const events: string[] = [];
    const prepare = async (name: string) => {
      events.push(`${name} begins`);
      await nextTurn();
      events.push(`${name} ends`);
      setImmediate(() => events.push("another request"));
      if (name === "first") throw new Error("refused");
    };
    const turns = ["first", "second", "third"].map((name) =>
      admitInTurn("visitors", () => prepare(name)),
    );
    await Promise.allSettled(turns);
    await nextTurn();
    const ofTurn = (name: string) => [`${name} begins`, `${name} ends`, "another request"];
    expect(events).toEqual(["first", "second", "third"].flatMap(ofTurn));
  });

  test("lets users who confirm with their password pass those who log in", async () => {
    const admitted: string[] = [];
    const enter = (lane: "users" | "visitors", name: string) =>
      admitInTurn(lane, async () => void admitted.push(name));
    await Promise.all([
      enter("visitors", "first visitor"),
      enter("visitors", "second visitor"),
      enter("users", "user"),
    ]);
    expect(admitted).toEqual(["first visitor", "user", "second visitor"]);
  });
});

test("Where hashes are slow, requests are hashed or refused within two seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  const hashSlowly = async () => {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    queued += 1;
    await before;
    queued -= 1;
    await new Promise((resolve) => setTimeout(resolve, 250));
    turn.resolve();
    return new Uint8Array(32);
  };
  vi.spyOn(Piscina.prototype, "run").mockImplementation(hashSlowly);
  vi.spyOn(Piscina.prototype, "queueSize", "get").mockImplementation(() => queued);
  const startedAt = Date.now();
  const outcomes: { name: string; ms: number }[] = [];
  const requests = Array.from({ length: 50 }, async () => {
    const hashed = admitInTurn("visitors", nextTurn).then(() => hashPassword("three tunnels"));
    const name = await hashed.then(
      () => "hashed",
      (error: unknown) => (error instanceof ApiError ? error.code : "failed"),
    );
    outcomes.push({ name, ms: Date.now() - startedAt });
  });
  for (let step = 0; step < 100 && outcomes.length < requests.length; step += 1) {
    await vi.advanceTimersByTimeAsync(50);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  }
  vi.useRealTimers();
  await Promise.all(requests);
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThanOrEqual(2_250);
  const count = (name: string) => outcomes.filter((outcome) => outcome.name === name).length;
  expect([count("hashed") >= 6, count("hashed") + count("busy")]).toEqual([true, 50]);
});

test("A login that finds the queue full after admission does not count as a failure of the account", async () => {
  await hashPassword("three green tunnels");
  const logIn = (i: number) =>
    call(portal, "POST", "/login", {
      body: { email: "crowded@example.com", password: "wrong password" },
      ip: `10.2.${i}.1`,
    });
  const queueSize = vi.spyOn(Piscina.prototype, "queueSize", "get");
  for (let i = 0; i < accountDelay.free; i++) {
    queueSize.mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValueOnce(hashing.waiting);
    expect((await logIn(i)).status).toBe(503);
  }
  queueSize.mockReturnValue(0);
  expect((await logIn(accountDelay.free)).status).toBe(401);
});
