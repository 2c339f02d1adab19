import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rateLimits } from "./database/schema.ts";
import { createTestPortal, type TestPortal } from "./testing/test-portal.ts";
import { clientNetwork, forgiveTry, throttle } from "./throttle.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

const tries = async (count: number, ip: string, subject: string) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => throttle(it.portal, "login", ip, subject)),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
};

describe("throttling", () => {
  test("lets exactly as many of a burst pass as the limit says", async () => {
    expect(await tries(15, "192.0.2.1", "burst@example.com")).toBe(10);
  });

  test("tells how long to wait and lets go after the window", async () => {
    await tries(10, "192.0.2.2", "wait@example.com");
    it.advance(60_000);
    await expect(
      throttle(it.portal, "login", "192.0.2.2", "wait@example.com"),
    ).rejects.toMatchObject({
      code: "too-many-requests",
      details: { retryAfter: 14 * 60 },
    });
    it.advance(14 * 60_000);
    expect(await tries(1, "192.0.2.2", "wait@example.com")).toBe(1);
  });

  test("of one client does not stop another from trying the same account", async () => {
    await tries(20, "192.0.2.3", "owner@example.com");
    expect(await tries(1, "192.0.2.4", "owner@example.com")).toBe(1);
  });

  test("stops a client that goes from account to account", async () => {
    let passed = 0;
    for (let account = 0; account < 12; account += 1) {
      passed += await tries(10, "192.0.2.5", `${account}@example.com`);
    }
    expect(passed).toBe(100);
  });

  test("does not count a try that turned out right", async () => {
    for (let login = 0; login < 120; login += 1) {
      expect(await tries(1, "192.0.2.6", "right@example.com")).toBe(1);
      await forgiveTry(it.portal, "login", "192.0.2.6", "right@example.com");
    }
  });

  test("keeps no address of mail or network", async () => {
    await tries(1, "192.0.2.7", "private@example.com");
    const rows = JSON.stringify(await it.portal.database.select().from(rateLimits));
    expect(rows).not.toMatch(/192\.0\.2|private/);
  });
});

test("An IPv6 client cannot dodge by another address of its network", () => {
  expect(clientNetwork("2001:db8:1:2:aaaa::1")).toBe(clientNetwork("2001:db8:1:2::ffff"));
  expect(clientNetwork("2001:db8:1:3::1")).not.toBe(clientNetwork("2001:db8:1:2::1"));
  expect(clientNetwork("2001:db8::1")).toBe("2001:db8:0:0");
  expect(clientNetwork("::1")).toBe("0:0:0:0");
  expect(clientNetwork("::ffff:192.0.2.1")).toBe("::ffff:192.0.2.1");
  expect(clientNetwork("192.0.2.1")).toBe("192.0.2.1");
});
