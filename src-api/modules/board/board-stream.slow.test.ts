import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardStreamPath, getBoard, unchangedSchema } from "#shared/api/board.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { buildApp } from "../../app.ts";
import { keepAliveEveryMs } from "../../infra/streams/open-streams.ts";
import { forFile } from "../../testing/for-file.ts";
import { call } from "../../testing/account-requests.ts";
import { createBuyer } from "../../testing/billing-requests.ts";
import { openStream, type OpenStream } from "../../testing/event-stream.ts";
import { createTestPortal } from "../../testing/test-portal.ts";
import { users } from "../accounts/schema.ts";
import { createSession } from "../accounts/sessions/sessions.ts";
import { endSessionsOf } from "../accounts/sessions/session-store.ts";
import { createUser } from "../accounts/users.ts";
import { grantMembership } from "../membership/module.ts";
import { setFlag } from "../flags/flag-store.ts";
import { boardStreamLimits } from "./board-routes.ts";

/** A second server on the same database, like another process. */
let other: FastifyInstance;
let otherOrigin: string;
let admin: { id: string; token: string };
const opened: OpenStream[] = [];

const portal = await forFile(createTestPortal());
const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
beforeEach(async () => {
  other = await buildApp(portal.portal);
  otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
  const user = { name: "Ada", password: "a long enough password", roles: ["ROLE_ADMIN" as const] };
  const id = await createUser(portal.portal, {
    ...user,
    email: `${crypto.randomUUID()}@example.com`,
  });
  admin = { id, token: await createSession(portal.portal, id, "") };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stream of opened.splice(0)) stream.close();
  await other.close();
  vi.useRealTimers();
});

/** Lets the time pass after which the figures are read again. */
const wait = () => vi.advanceTimersByTime(keepAliveEveryMs);

async function open(at = origin, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${admin.token}`;
  const stream = await openStream(`${at}/api${boardStreamPath}`, { authorization, ...headers });
  opened.push(stream);
  return stream;
}

/** Returns the next board on a stream, or null at its end; skips what says that nothing has changed. */
async function next(stream: OpenStream) {
  for (;;) {
    const event = await stream.next();
    if (!event) return null;
    if (event.event === "board") return getBoard.answer.parse(event.data);
  }
}

const addMember = async () =>
  grantMembership(portal.portal, (await createBuyer(portal)).id, null).then(() => undefined);

test("A stream starts with the board and continues with each change, whichever process made it", async () => {
  const streams = [await open(), await open(otherOrigin)];
  const before = await Promise.all(streams.map(next));
  expect(before[1]).toEqual({ ...before[0], at: before[1]?.at });
  await addMember();
  wait();
  for (const stream of streams) expect((await next(stream))?.members).toBe(before[0]!.members + 1);
  await setFlag(portal.portal, "maintenance-mode", true);
  wait();
  for (const stream of streams) {
    expect((await next(stream))?.flags.items[0]).toMatchObject({ on: true });
  }
  await setFlag(portal.portal, "maintenance-mode", false);
  wait();
  for (const stream of streams) {
    expect((await next(stream))?.flags.items[0]).toMatchObject({ on: false });
  }
});

test("The figures are read once for all streams, whose time alone is sent while nothing changes", async () => {
  const streams = [await open(), await open()];
  for (const stream of streams) await next(stream);
  expect((await streams[0]?.next())?.event).toBe("unchanged"); // the second one was opened
  const read = vi.spyOn(portal.portal.jobs, "stuck");
  portal.advance(1000);
  wait();
  const { at } = unchangedSchema.parse((await streams[0]?.next())?.data);
  expect(await streams[1]?.next()).toEqual({ event: "unchanged", data: { at } });
  expect(at).toBe(portal.portal.now().toISOString());
  expect(read).toHaveBeenCalledOnce();
});

test("Nothing is read while nobody looks", async () => {
  const stream = await open();
  await next(stream);
  stream.close();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});

test("A stream ends once the token that it was opened with is replaced", async () => {
  const stream = await open();
  await next(stream);
  const body = { currentPassword: "a long enough password", newPassword: "five yellow poles" };
  const renewed = await call(portal, "PUT", "/me/password", { token: admin.token, body });
  expect(renewed.status).toBe(200);
  await addMember();
  wait();
  expect(await next(stream)).toBeNull();
});

test("A stream ends with its session, before anything else is sent", async () => {
  const stream = await open();
  await next(stream);
  await endSessionsOf(portal.portal.database, admin.id);
  await addMember();
  wait();
  expect(await next(stream)).toBeNull();
  expect((await open()).status).toBe(401);
});

test("A stream ends when its user is no admin any more", async () => {
  const stream = await open();
  await next(stream);
  await portal.portal.database
    .update(users)
    .set({ roles: ["ROLE_USER"] })
    .where(eq(users.id, admin.id));
  await addMember();
  wait();
  expect(await next(stream)).toBeNull();
  expect((await open()).status).toBe(403);
});

test("A stream that cannot be read is refused; figures are read again after a failure", async () => {
  const stream = await open(otherOrigin);
  await next(stream);
  const read = vi.spyOn(portal.portal.jobs, "stuck").mockRejectedValue(new Error("ECONNREFUSED"));
  expect((await open(otherOrigin)).status).toBe(500);
  read.mockRestore();
  await addMember();
  wait();
  expect(await next(stream)).not.toBeNull();
  expect(await next(await open(otherOrigin))).not.toBeNull();
});

test("Streams of a network are limited, until another one closes", async () => {
  const flood: OpenStream[] = [];
  for (let at = 0; at < boardStreamLimits.perNetwork; at++) flood.push(await open(otherOrigin));
  expect(flood.every(({ status }) => status === 200)).toBe(true);
  const refused = await open(otherOrigin);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  flood[0]?.close();
  await vi.waitFor(async () => expect((await open(otherOrigin)).status).toBe(200));
});
