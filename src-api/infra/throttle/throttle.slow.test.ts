import { describe, expect, test, vi } from "vitest";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { rateLimits } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import {
  accountDelay,
  refundAttempt,
  throttle,
  throttleRecipient,
  verifyPasswordAttempt,
} from "./throttle.ts";

const portal = await forFile(createTestPortal());

const logIn = (ip: string, subject: string) => throttle(portal.portal, "login", ip, subject);

/** Returns how many of the given number of parallel attempts pass. */
const tries = async (count: number, ip: string, subject: string) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => logIn(ip, subject)),
  );
  return outcomes.filter(({ status }) => status === "fulfilled").length;
};

const waitOf = (retryAfter: number) => ({ code: "too-many-requests", details: { retryAfter } });

describe("throttling a client", () => {
  test("lets exactly the limit of a burst pass", async () => {
    expect(await tries(15, "192.0.2.1", "burst@example.com")).toBe(10);
  });

  test("reports the time to wait and ends with the window", async () => {
    await tries(10, "198.18.2.2", "wait@example.com");
    portal.advance(minuteMs);
    await expect(logIn("198.18.2.2", "wait@example.com")).rejects.toMatchObject(waitOf(14 * 60));
    portal.advance(14 * minuteMs - 1);
    await expect(logIn("198.18.2.2", "wait@example.com")).rejects.toMatchObject(waitOf(1));
    portal.advance(1);
    expect(await tries(1, "198.18.2.2", "wait@example.com")).toBe(1);
  });

  test("stops a client that tries account after account", async () => {
    let passed = 0;
    for (let account = 0; account < 12; account += 1) {
      passed += await tries(10, "192.0.3.5", `${account}@example.com`);
    }
    expect(passed).toBe(100);
  });

  test("does not count successful attempts, but still counts the wrong ones", async () => {
    const owner = ["192.0.4.6", "right@example.com"] as const;
    for (let login = 0; login < 120; login += 1) {
      expect(await tries(1, ...owner)).toBe(1);
      await refundAttempt(portal.portal, "login", ...owner);
    }
    expect(await tries(9, ...owner)).toBe(9);
    await logIn(...owner);
    await refundAttempt(portal.portal, "login", ...owner);
    expect(await tries(5, ...owner)).toBe(1);
  });

  test("stores no mail or network address", async () => {
    await tries(1, "192.0.5.7", "private@example.com");
    await refundAttempt(portal.portal, "login", "192.0.5.7", "private@example.com");
    await throttleRecipient(portal.portal, "private@example.com", "192.0.5.7");
    const rows = JSON.stringify(await portal.portal.database.select().from(rateLimits));
    expect(rows).not.toMatch(/192\.0|private/);
  });
});

describe("throttling wider networks", () => {
  /** Sends the given number of messages at once, each from a different address; returns how many pass. */
  async function spread(count: number, ipOf: (i: number) => string): Promise<number> {
    const outcomes = await Promise.allSettled(
      Array.from({ length: count }, (_, i) =>
        throttle(portal.portal, "contact", ipOf(i), `${ipOf(i)}@spread.example`),
      ),
    );
    return outcomes.filter(({ status }) => status === "fulfilled").length;
  }
  const hex = (i: number) => i.toString(16);

  test.each([
    ["addresses of one /64", 20, (i: number) => `2001:db8:0:1::${hex(i)}`],
    ["/64 networks of one /56", 40, (i: number) => `2001:db8:1:2${hex(16 + i)}::1`],
    ["/56 networks of one /48", 80, (i: number) => `2001:db8:2:${hex(i)}00::1`],
    ["addresses of an IPv4 /24", 40, (i: number) => `198.51.100.${i}`],
  ])("%s share a limit", async (_, limit, ipOf) => {
    expect(await spread(limit + 10, ipOf)).toBe(limit);
  });

  test("an IPv4 address written as IPv6 is the same client", async () => {
    expect(await tries(6, "203.0.113.8", "mapped@example.com")).toBe(6);
    expect(await tries(6, "::ffff:203.0.113.8", "mapped@example.com")).toBe(4);
  });
});

describe("attempts that a client is refused", () => {
  /** Logs in the given number of times in a row, at a different account each time unless one is named. */
  const insist = async (count: number, ip: string, subject?: string) => {
    for (let i = 0; i < count; i++) await tries(1, ip, subject ?? `${i}@insist.example`);
  };

  // Each attempt uses its own process on the same database, so that remembered refusals do not
  // help.
  const elsewhere = () => ({ ...portal.portal });
  const insistEverywhere = async (count: number, ip: string, subject?: string) => {
    for (let i = 0; i < count; i++) {
      const at = subject ?? `${i}@insist.example`;
      await throttle(elsewhere(), "login", ip, at).catch(() => {});
    }
  };

  test.each([
    ["its /24", "192.0.9.1", "192.0.9.2"],
    ["its /48", "2001:db8:9:100::1", "2001:db8:9:200::1"],
    ["its /56", "2001:db8:9:310::1", "2001:db8:9:311::1"],
  ])("do not use up the limit of %s", async (_, ip, neighbour) => {
    await insistEverywhere(500, ip);
    await expect(logIn(ip, "own@neighbour.example")).rejects.toMatchObject({
      code: "too-many-requests",
    });
    await logIn(neighbour, "own@neighbour.example");
  });

  test("for one subject do not use up the limit for others", async () => {
    await insistEverywhere(150, "192.0.10.1", "insisted@example.com");
    expect(await tries(1, "192.0.10.1", "other@insisted.example")).toBe(1);
  });

  test("are refused without querying the database again until the window ends", async () => {
    await insist(101, "192.0.11.1");
    const statements = [
      vi.spyOn(portal.portal.database, "with"),
      vi.spyOn(portal.portal.database, "insert"),
    ];
    const refused = tries(1000, "192.0.11.1", "another@insist.example");
    for (const statement of statements) expect(statement).not.toHaveBeenCalled();
    expect(await tries(1, "192.0.13.1", "elsewhere@insist.example")).toBe(1); // not delayed by the others
    expect(await refused).toBe(0);
    vi.restoreAllMocks();
    portal.advance(15 * minuteMs);
    expect(await tries(1, "192.0.11.1", "another@insist.example")).toBe(1);
  });

  test("are forgotten when an earlier attempt succeeded", async () => {
    const owner = ["192.0.12.1", "late@example.com"] as const;
    expect(await tries(11, ...owner)).toBe(10);
    await refundAttempt(portal.portal, "login", ...owner);
    await refundAttempt(portal.portal, "login", ...owner);
    expect(await tries(1, ...owner)).toBe(1);
  });
});

describe("failures of one account", () => {
  const { free } = accountDelay;
  let networks = 0;
  const elsewhere = () => `100.${64 + Math.floor(networks / 250)}.${networks++ % 250}.1`;

  async function failFrom(count: number, subject: string): Promise<void> {
    for (let i = 0; i < count; i++) await logIn(elsewhere(), subject);
  }

  test("cause growing delays, whichever network they come from", async () => {
    const subject = "guessed@example.com";
    await failFrom(free, subject);
    const delays = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900];
    for (const delay of delays) {
      await expect(logIn(elsewhere(), subject)).rejects.toMatchObject(waitOf(delay));
      portal.advance(delay * 1000 - 1);
      await expect(logIn(elsewhere(), subject)).rejects.toMatchObject(waitOf(1));
      portal.advance(1);
      await failFrom(1, subject);
    }
  });

  test("count while they are in progress: of a burst from many networks only the free attempts pass", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: free + 30 }, () => logIn(elsewhere(), "rushed@example.com")),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(free);
  });

  test("are forgotten after an hour without failures", async () => {
    const subject = "later@example.com";
    await failFrom(free, subject);
    portal.advance(60 * minuteMs);
    await failFrom(free, subject);
    await expect(logIn(elsewhere(), subject)).rejects.toMatchObject(waitOf(1));
  });

  test("of a single client never delay the owner elsewhere", async () => {
    const subject = "besieged@example.com";
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await tries(20, "100.125.0.1", subject)).toBe(10);
      await logIn(elsewhere(), subject);
      await refundAttempt(portal.portal, "login", elsewhere(), subject);
      portal.advance(15 * minuteMs);
    }
  });

  test("do not lock the owner out of a network with an earlier login", async () => {
    const owner = ["2001:db8:aa:bb::1", "owner@example.com"] as const;
    await logIn(...owner);
    await refundAttempt(portal.portal, "login", ...owner);
    portal.advance(80 * 24 * hourMs);
    await failFrom(free, "owner@example.com");
    await expect(logIn(elsewhere(), "owner@example.com")).rejects.toMatchObject(waitOf(1));
    await logIn("2001:db8:aa:bb:ffff::2", "owner@example.com");
  });

  test("lock out a network that is known only for another account, or from long ago", async () => {
    const [home, subject] = ["100.127.0.1", "victim@example.com"];
    await logIn(home, "other@example.com");
    await refundAttempt(portal.portal, "login", home, "other@example.com");
    await failFrom(free, subject);
    await expect(logIn(home, subject)).rejects.toMatchObject(waitOf(1));
    portal.advance(90 * 24 * hourMs);
    await failFrom(free, "other@example.com");
    await expect(logIn(home, "other@example.com")).rejects.toMatchObject(waitOf(1));
  });

  test("from a known network are still subject to its own limit", async () => {
    const owner = ["100.126.0.1", "shared@example.com"] as const;
    await logIn(...owner);
    await refundAttempt(portal.portal, "login", ...owner);
    expect(await tries(15, ...owner)).toBe(10);
  });

  test("do not include the owner's success from a new network", async () => {
    const subject = "moving@example.com";
    await failFrom(free - 1, subject);
    const home = elsewhere();
    await logIn(home, subject);
    await refundAttempt(portal.portal, "login", home, subject);
    await failFrom(1, subject);
    await expect(logIn(elsewhere(), subject)).rejects.toMatchObject(waitOf(1));
  });
});

describe("a login while too many passwords wait", () => {
  const tooMany = () => Promise.reject(new ApiError("busy"));

  test("is not a failure of the account, does not make the network known, and counts for the client's limit", async () => {
    const subject = "crowded@example.com";
    const ips = Array.from({ length: accountDelay.free }, (_, i) => `100.120.${i}.1`);
    for (const ip of ips) {
      await logIn(ip, subject);
      await expect(verifyPasswordAttempt(portal.portal, { ip, subject }, tooMany)).rejects.toThrow(
        "busy",
      );
    }
    const [home = ""] = ips;
    expect(await tries(10, home, subject)).toBe(9);
    for (let i = 0; i < accountDelay.free - 9; i++) await logIn(`100.121.${i}.1`, subject);
    await expect(logIn("100.120.1.1", subject)).rejects.toMatchObject(waitOf(1));
  });

  test("still counts if the password was verified", async () => {
    const subject = "verified@example.com";
    for (let i = 0; i < accountDelay.free; i++) {
      const ip = `100.122.${i}.1`;
      await logIn(ip, subject);
      expect(await verifyPasswordAttempt(portal.portal, { ip, subject }, async () => false)).toBe(
        false,
      );
    }
    await expect(logIn("100.123.0.1", subject)).rejects.toMatchObject(waitOf(1));
  });
});
