import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Piscina } from "piscina";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { accountDelay } from "../throttle/account-delay.ts";
import { admitInTurn, hashing, mostInLine } from "./password-queue.ts";
import { hashPassword } from "./passwords.ts";
import { call } from "../../testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => it.close());

/** Logs in for many accounts at once, each from a network of its own. */
const logInMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      call(it, "POST", "/login", {
        body: { email: `many-${i}@example.com`, password: "wrong password" },
        ip: `10.1.${i}.1`,
      }),
    ),
  );

describe("the queue of passwords", () => {
  test("answers what finds no place in it with 503, and the rest as ever", async () => {
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

  test("has room again once it is done", async () => {
    expect((await logInMany(1)).map(({ status }) => status)).toEqual([401]);
  });

  test("leaves the threads that read files to those who read files", async () => {
    let hashed = 0;
    const hashes = Array.from({ length: hashing.waiting }, async () => {
      await hashPassword("three green tunnels");
      hashed += 1;
    });
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(hashing.waiting / 2);
    await Promise.all(hashes);
  });
});

describe("the line before the queue", () => {
  test("refuses at once whoever comes while a hundred wait, and moves on afterwards", async () => {
    const answer = Promise.withResolvers<void>();
    const prepare = vi.fn(() => answer.promise);
    const waiting = Array.from({ length: mostInLine }, () => admitInTurn(prepare));
    await expect(admitInTurn(prepare)).rejects.toMatchObject({ code: "busy" });
    answer.resolve();
    await Promise.all(waiting);
    await admitInTurn(prepare);
    expect(prepare).toHaveBeenCalledTimes(101);
  });

  test("admits one after the other, with other requests in between, also after a failure", async () => {
    const events: string[] = [];
    const prepare = async (name: string) => {
      events.push(`${name} begins`);
      await nextTurn();
      events.push(`${name} ends`);
      setImmediate(() => events.push("another request"));
      if (name === "first") throw new Error("refused");
    };
    const turns = ["first", "second", "third"].map((name) => admitInTurn(() => prepare(name)));
    await Promise.allSettled(turns);
    await nextTurn();
    const ofTurn = (name: string) => [`${name} begins`, `${name} ends`, "another request"];
    expect(events).toEqual(["first", "second", "third"].flatMap(ofTurn));
  });
});

test("A login that finds the queue full once it was admitted is no failure at the account", async () => {
  await hashPassword("three green tunnels");
  const logIn = (i: number) =>
    call(it, "POST", "/login", {
      body: { email: "crowded@example.com", password: "wrong password" },
      ip: `10.2.${i}.1`,
    });
  const queueSize = vi.spyOn(Piscina.prototype, "queueSize", "get");
  for (let i = 0; i < accountDelay.free; i++) {
    queueSize.mockReturnValueOnce(0).mockReturnValueOnce(hashing.waiting);
    expect((await logIn(i)).status).toBe(503);
  }
  queueSize.mockReturnValue(0);
  expect((await logIn(accountDelay.free)).status).toBe(401);
});
