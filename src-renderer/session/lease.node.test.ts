import { describe, expect, it } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { clockToleranceMs, holderOf, issueLease, leaseEnd, leaseLastsMs, seenAt } from "./lease.ts";

const now = Date.parse("2026-11-23T12:00:00Z");
const holder = holderOf("ada", "t1");
if (!holder) throw new Error("Ada has an id and a token.");
const lease = issueLease(holder, now);

describe("a lease", () => {
  it("holds for fourteen days, and not a moment longer", () => {
    expect(leaseEnd(lease, "t1", now)).toBeNull();
    expect(leaseEnd(lease, "t1", now + 14 * dayMs - 1)).toBeNull();
    expect(leaseEnd(lease, "t1", now + 14 * dayMs)).toBe("over");
  });

  it("ends when the clock was turned back behind a time that the device has shown", () => {
    const seen = seenAt(lease, now + 13 * dayMs);
    expect(leaseEnd(seen, "t1", now + 13 * dayMs - clockToleranceMs)).toBeNull();
    expect(leaseEnd(seen, "t1", now + 13 * dayMs - clockToleranceMs - 1)).toBe("clock-turned-back");
    expect(leaseEnd(lease, "t1", now - dayMs)).toBe("clock-turned-back");
  });

  it("never sees less than before", () => {
    const seen = seenAt(lease, now + 2 * dayMs);
    expect(seenAt(seen, now).lastSeen).toBe(now + 2 * dayMs);
  });

  it("is for one session", () => {
    expect(leaseEnd(lease, "t2", now)).toBe("other-session");
  });

  it("that claims to last longer than any is over", () => {
    const forged = { ...lease, until: now + leaseLastsMs + 1 };
    expect(leaseEnd(forged, "t1", now)).toBe("over");
  });

  it("has nothing of the token in it, and none is issued without id or token", () => {
    expect(JSON.stringify(issueLease(holder, now))).not.toContain("t1");
    expect(holderOf(undefined, "t1")).toBeNull();
    expect(holderOf("ada", null)).toBeNull();
  });
});
