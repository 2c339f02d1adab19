import { expect, test } from "vitest";
import { isLive, sessionIdleLife, sessionLife } from "./sessions.ts";

const login = new Date("2026-03-01T12:00:00Z");
const after = (ms: number) => new Date(login.getTime() + ms);
const expiresAt = after(sessionLife);

test("A session ends when it was not used for fourteen days", () => {
  const session = { lastSeenAt: login, expiresAt };
  expect(isLive(session, after(sessionIdleLife - 1))).toBe(true);
  expect(isLive(session, after(sessionIdleLife))).toBe(false);
  expect(sessionIdleLife).toBe(14 * 24 * 60 * 60_000);
});

test("A session that is in use ends ninety days after login", () => {
  const session = { lastSeenAt: after(sessionLife - 1), expiresAt };
  expect(isLive(session, after(sessionLife - 1))).toBe(true);
  expect(isLive(session, after(sessionLife))).toBe(false);
  expect(sessionLife).toBe(90 * 24 * 60 * 60_000);
});
