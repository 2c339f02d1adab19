import { expect, test } from "vitest";
import { dayMs, hourMs } from "#shared/durations.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { requireLink, tokenFor } from "./mailed-proofs.ts";

const start = new Date("2026-03-01T12:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);
const owner = { userId: "a-user", email: "ada@example.com" };
const invalid = expect.objectContaining({ code: "token-invalid" });

test("Only the hash of a token is stored", () => {
  const { token, row } = tokenFor("reset-password", owner, start);
  expect(row.tokenHash).toBe(hashToken(token));
  expect(Object.values(row)).not.toContain(token);
});

test.each([
  { purpose: "reset-password", life: hourMs },
  { purpose: "undo-email-change", life: 7 * dayMs },
] as const)("A link to $purpose works for $life ms", ({ purpose, life }) => {
  const { row } = tokenFor(purpose, owner, start);
  expect(requireLink(row, after(life - 1))).toEqual({
    ...owner,
    since: start,
    createdAt: start,
  });
  expect(() => requireLink(row, after(life))).toThrow(invalid);
});

test("A link ends what began with the session that it is about, not with its mail", () => {
  const since = after(-hourMs);
  const { row } = tokenFor("secure-account", { ...owner, since }, start);
  expect(requireLink(row, start).since).toEqual(since);
});

test("A link of an address without an account, and an unknown one, do not work", () => {
  const { row } = tokenFor("reset-password", { ...owner, userId: null }, start);
  expect(() => requireLink(row, start)).toThrow(invalid);
  expect(() => requireLink(undefined, start)).toThrow(invalid);
});
