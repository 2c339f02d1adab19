import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashing } from "./password-queue.ts";
import { hashPassword } from "./passwords.ts";
import { call } from "./testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "./testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
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
