import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { createEventStream } from "#api/infra/streams/event-stream.ts";
import { setFlag } from "./flag-store.ts";
import { FlagFeed } from "./sdk-routes.ts";

let feed: FlagFeed;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  feed = new FlagFeed({ ...portal.portal, log: portal.app.log });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await feed.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await feed.stop();
  vi.useRealTimers();
});

test("An idle stream is kept alive by comments, which are not events", async () => {
  const stream = createEventStream();
  await feed.join(stream);
  vi.advanceTimersByTime(60_000);
  feed.end();
  expect(await text(stream.body)).toMatch(/^event: put\n.+\n\n(:\n\n){2,}$/);
});

test("While the database does not answer, the last known flags are returned", async () => {
  await setFlag(portal.portal, "maintenance-mode", true);
  const known = await feed.current();
  vi.spyOn(portal.portal.database, "select").mockImplementation(() => {
    throw new Error("connect ECONNREFUSED");
  });
  expect(await feed.current()).toEqual(known);
  vi.restoreAllMocks();
  await setFlag(portal.portal, "maintenance-mode", false);
  expect((await feed.current())[0]).toMatchObject({ on: false, version: 3 });
});

test("A change announced while the database does not answer is sent once it does", async () => {
  const stream = createEventStream();
  await feed.join(stream);
  stream.body.read();
  const select = vi.spyOn(portal.portal.database, "select").mockImplementation(() => {
    throw new Error("connect ECONNREFUSED");
  });
  await setFlag(portal.portal, "login-disabled", true);
  await vi.waitFor(() => expect(select.mock.calls.length).toBeGreaterThan(1));
  expect(stream.body.read()).toBeNull();
  vi.restoreAllMocks();
  await vi.waitFor(() => expect(String(stream.body.read())).toMatch(/^event: patch\n/));
});

test("A failed reading is not retried once the server closes", async () => {
  const select = vi.spyOn(portal.portal.database, "select").mockImplementation(() => {
    throw new Error("connect ECONNREFUSED");
  });
  await setFlag(portal.portal, "registration-disabled", true);
  await vi.waitFor(() => expect(select).toHaveBeenCalled());
  await feed.stop();
  const tries = select.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(select).toHaveBeenCalledTimes(tries);
});

test("If the database has never answered, reading the flags fails", async () => {
  const fresh = new FlagFeed({ ...portal.portal, log: portal.app.log });
  vi.spyOn(portal.portal.database, "select").mockImplementation(() => {
    throw new Error("connect ECONNREFUSED");
  });
  await expect(fresh.current()).rejects.toThrow("ECONNREFUSED");
});

test("Clients that connect at the same time share two queries", async () => {
  const select = vi.spyOn(portal.portal.database, "select");
  const streams = Array.from({ length: 100 }, () => createEventStream());
  await Promise.all(streams.map((stream) => feed.join(stream)));
  expect(select.mock.calls.length).toBeLessThanOrEqual(2);
  for (const { body } of streams) expect(String(body.read())).toMatch(/^event: put\n/);
});

test("A client that connects while the server closes is refused", async () => {
  const stream = createEventStream();
  const joined = feed.join(stream);
  feed.end();
  await joined;
  expect(await text(stream.body)).toBe("");
});
