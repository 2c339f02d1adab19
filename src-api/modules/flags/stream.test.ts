import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { buildApp } from "#api/app.ts";
import { featureFlags } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { setFlag } from "./flag-store.ts";
import { streamLimits } from "./sdk-routes.ts";
import { openFlagStream, paths, type FlagStream } from "./testing/flag-events.ts";

/** A second server on the same database, like another process. */
let other: FastifyInstance;
let otherOrigin: string;
const portal = await forFile(createTestPortal());
const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
beforeEach(async () => {
  await portal.portal.database.delete(featureFlags);
  other = await buildApp(portal.portal);
  otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => other.close());

const off = { value: false, variation: 1, version: 1, flagVersion: 1, trackEvents: false };
const allOff = { "maintenance-mode": off, "registration-disabled": off, "login-disabled": off };

describe("a stream of flags", () => {
  test("starts with all flags and continues with each change, whichever process made it", async () => {
    const streams = [await openFlagStream(origin), await openFlagStream(otherOrigin)];
    for (const stream of streams) {
      expect(await stream.next()).toEqual({ event: "put", data: allOff });
    }
    await setFlag(portal.portal, "maintenance-mode", true);
    await setFlag(portal.portal, "maintenance-mode", true);
    await setFlag(portal.portal, "login-disabled", true);
    for (const stream of streams) {
      const on = { value: true, variation: 0, version: 2, flagVersion: 2, trackEvents: false };
      expect(await stream.next()).toEqual({
        event: "patch",
        data: { key: "maintenance-mode", ...on },
      });
      expect(await stream.next()).toEqual({
        event: "patch",
        data: { key: "login-disabled", ...on },
      });
    }
    await setFlag(portal.portal, "maintenance-mode", false);
    for (const stream of streams) {
      const patch = { key: "maintenance-mode", value: false, version: 3 };
      expect(await stream.next()).toMatchObject({ event: "patch", data: patch });
      stream.close();
    }
  });

  test("starts with changes made just before it was opened", async () => {
    await setFlag(portal.portal, "login-disabled", true);
    const stream = await openFlagStream(otherOrigin);
    expect((await stream.next())?.data["login-disabled"]).toMatchObject({
      value: true,
      version: 2,
    });
    stream.close();
  });

  test("sends all flags again when versions decrease after the database was restored", async () => {
    await setFlag(portal.portal, "maintenance-mode", true);
    const stream = await openFlagStream(origin);
    await stream.next();
    await portal.portal.database.delete(featureFlags);
    await setFlag(portal.portal, "login-disabled", true);
    expect(await stream.next()).toMatchObject({
      event: "put",
      data: { "maintenance-mode": off, "login-disabled": { value: true } },
    });
    stream.close();
  });

  test("is neither compressed nor cached nor buffered", async () => {
    const stream = await openFlagStream(origin, { "accept-encoding": "br, gzip" });
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(stream.headers.get("content-encoding")).toBeNull();
    stream.close();
  });

  test("ends when the server closes, which does not wait for the client", async () => {
    const stream = await openFlagStream(otherOrigin);
    await stream.next();
    await other.close();
    expect(await stream.next()).toBeNull();
  });

  test("is not opened by a HEAD request", async () => {
    const answer = await fetch(`${origin}/api${paths.stream}`, { method: "HEAD" });
    expect(answer.status).toBe(405);
  });

  test("is refused at the limit of a network until another one closes", async () => {
    const open = () => openFlagStream(origin);
    const hasty = Array.from({ length: 50 }, async () => {
      const response = fetch(`${origin}/api${paths.stream}`, { signal: AbortSignal.timeout(1) });
      await response.then((answer) => answer.body?.cancel()).catch(() => {});
    });
    await Promise.all(hasty);
    const flood: FlagStream[] = [];
    await vi.waitFor(
      async () => {
        const free = Array.from({ length: streamLimits.perNetwork - flood.length }, open);
        const opened = await Promise.all(free);
        flood.push(...opened.filter(({ status }) => status === 200));
        expect(flood).toHaveLength(streamLimits.perNetwork);
      },
      { timeout: 20_000 },
    );
    const refused = await open();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    const health = await fetch(`${origin}/api/health`);
    expect(health.status).toBe(200);
    const elsewhere = await openFlagStream(origin, { "x-forwarded-for": "192.0.2.7" });
    expect(elsewhere.status).toBe(200);
    flood[0]?.close();
    await vi.waitFor(async () => expect((await open()).status).toBe(200));
    for (const stream of [...flood, elsewhere]) stream.close();
  });
});

// Only PostgreSQL has connections that can be lost.
test.skipIf(inject("databaseUrl") === null)(
  "A change made while the listening connection was lost is sent after the reconnect",
  async () => {
    const stream = await openFlagStream(origin);
    await stream.next();
    const { database } = portal.portal;
    const ended = await database.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
    // Of everything that listens.
    expect(ended).not.toMatchObject({ rowCount: 0 });
    await setFlag(portal.portal, "maintenance-mode", true);
    expect(await stream.next()).toMatchObject({ event: "patch", data: { version: 2 } });
    await setFlag(portal.portal, "maintenance-mode", false);
    expect(await stream.next()).toMatchObject({ event: "patch", data: { version: 3 } });
    stream.close();
  },
);
