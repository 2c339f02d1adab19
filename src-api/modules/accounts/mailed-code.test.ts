import { describe, expect, test } from "vitest";
import { minuteMs } from "#shared/durations.ts";
import { readConfig } from "#api/config.ts";
import { renewedCode } from "./email-change.ts";
import {
  codeFor,
  hashCode,
  ifWaiting,
  isCode,
  isWaiting,
  mayResend,
  refuseEarlyResend,
} from "./mailed-proofs.ts";

const start = new Date("2026-03-01T12:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

const secret = "a secret of the device";
const mailing = { config: { ...readConfig({}), seedDemo: false } };
const { code, columns: row } = codeFor(mailing, secret, start);

test("A code has six digits and matches its hash only with its secret", () => {
  expect(code).toMatch(/^\d{6}$/);
  expect(isCode(row.codeHash, secret, code)).toBe(true);
  expect(isCode(row.codeHash, "another secret", code)).toBe(false);
  expect(isCode(hashCode(secret, "000000"), secret, "000001")).toBe(false);
});

describe("a code can be entered", () => {
  test("for thirty minutes", () => {
    expect(isWaiting(row, after(30 * minuteMs - 1))).toBe(true);
    expect(isWaiting(row, after(30 * minuteMs))).toBe(false);
  });

  test("until five wrong codes were entered", () => {
    expect(isWaiting({ ...row, wrongTries: 4 }, start)).toBe(true);
    expect(isWaiting({ ...row, wrongTries: 5 }, start)).toBe(false);
  });

  test("only if it is stored", () => {
    expect(ifWaiting(undefined, start)).toBeNull();
    expect(ifWaiting(row, start)).toBe(row);
    expect(ifWaiting(row, after(30 * minuteMs))).toBeNull();
  });
});

describe("a code is sent again", () => {
  test("after thirty seconds, and only while it can be entered", () => {
    expect(mayResend(row, after(minuteMs / 2 - 1))).toBe(false);
    expect(mayResend(row, after(minuteMs / 2))).toBe(true);
    expect(mayResend({ ...row, wrongTries: 5 }, after(minuteMs))).toBe(false);
    expect(mayResend(row, after(30 * minuteMs))).toBe(false);
  });

  test("no earlier, with an error that says how many seconds to wait", () => {
    expect(() => refuseEarlyResend(row, after(minuteMs / 2))).not.toThrow();
    expect(() => refuseEarlyResend(row, after(9_500))).toThrow(
      expect.objectContaining({ code: "too-many-requests", details: { retryAfter: 21 } }),
    );
  });

  test("for a change of address within two hours of the request", () => {
    const expiry = (at: Date) => renewedCode(mailing, secret, start, at).columns.expiresAt;
    expect(expiry(after(60 * minuteMs))).toEqual(after(90 * minuteMs));
    expect(expiry(after(110 * minuteMs))).toEqual(after(120 * minuteMs));
  });
});
