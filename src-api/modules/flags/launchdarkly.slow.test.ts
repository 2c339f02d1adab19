import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildApp } from "#api/app.ts";
import type { LaunchDarklySettings } from "#api/infra/launchdarkly-settings.ts";
import { forFile } from "#api/testing/for-file.ts";
import { claimedUser, logIn, register } from "#api/testing/account-requests.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { readFlags, setFlag } from "./flag-store.ts";
import { featureFlags } from "./schema.ts";
import {
  startLaunchDarklyService,
  type LaunchDarklyService,
} from "./testing/launchdarkly-service.ts";

let service: LaunchDarklyService;
const running: { close(): Promise<unknown> }[] = [];
const testPortal = await forFile(createTestPortal());
await claimedUser(testPortal, "ada@example.com");
beforeEach(async () => {
  service = await startLaunchDarklyService();
});
afterEach(async () => {
  for (const process of running.splice(0).toReversed()) await process.close();
  await service.close();
  await testPortal.portal.database.delete(featureFlags);
});

/** Starts a process of the API on the database of all tests that follows LaunchDarkly. */
async function start(settings: Partial<LaunchDarklySettings> = {}): Promise<TestPortal> {
  const launchDarkly = { ...service.settings, ...settings };
  const portal = { ...testPortal.portal, config: { ...testPortal.portal.config, launchDarkly } };
  const app = await buildApp(portal);
  await app.ready();
  running.push(app);
  return { ...testPortal, app, portal };
}

/** Waits until logins are refused, or not any more. */
const loginAnswers = (process: TestPortal, status: number) =>
  vi.waitFor(async () => expect((await logIn(process, "ada@example.com")).status).toBe(status), {
    interval: 30,
  });

const isOn = async (key: string) =>
  (await readFlags(testPortal.portal.database)).find((flag) => flag.key === key)?.on;

describe("with LaunchDarkly the API", () => {
  test("refuses logins while LaunchDarkly says so, from a moment after the change", async () => {
    const process = await start();
    expect((await logIn(process, "ada@example.com")).status).toBe(200);
    service.set("login-disabled", true);
    await loginAnswers(process, 403);
    service.set("login-disabled", false);
    await loginAnswers(process, 200);
    service.set("registration-disabled", true);
    await vi.waitFor(async () =>
      expect((await register(process, "ben@example.com")).status).toBe(403),
    );
    service.remove("registration-disabled");
    await vi.waitFor(async () =>
      expect((await register(process, "ben@example.com")).status).toBe(202),
    );
  });

  test("polls where it may not stream", async () => {
    service.set("login-disabled", true);
    const process = await start({ streaming: false });
    await loginAnswers(process, 403);
    expect(service.requests.map(({ path }) => path)).toContain("/sdk/latest-all");
    expect(service.requests.map(({ path }) => path)).not.toContain("/all");
  });

  test("overrules what admins had set before", async () => {
    await setFlag(testPortal.portal, "login-disabled", true);
    await setFlag(testPortal.portal, "maintenance-mode", true);
    service.set("maintenance-mode", true);
    await loginAnswers(await start(), 200);
    expect(await isOn("maintenance-mode")).toBe(true);
  });

  test("keeps a flag whose value is neither true nor false as it was", async () => {
    service.set("login-disabled", true);
    const process = await start();
    await loginAnswers(process, 403);
    service.set("login-disabled", "no");
    service.set("maintenance-mode", true);
    await vi.waitFor(async () => expect(await isOn("maintenance-mode")).toBe(true));
    expect((await logIn(process, "ada@example.com")).status).toBe(403);
  });

  test("stores a value again when the database had not answered", async () => {
    const process = await start();
    await vi.waitFor(() => expect(service.requests).not.toHaveLength(0));
    const failing = vi
      .spyOn(testPortal.portal.database, "transaction")
      .mockRejectedValueOnce(new Error("the connection is lost"));
    service.set("login-disabled", true);
    await vi.waitFor(() => expect(failing).toHaveBeenCalled());
    failing.mockRestore();
    await loginAnswers(process, 403);
  });
});

/** ms within which happens what does not wait for LaunchDarkly's flags, which takes 10 s without any. */
const prompt = 9_000;

describe("while LaunchDarkly cannot be used", () => {
  test.each(["hanging", "garbage", "failing"] as const)(
    "(%s) the API starts, answers and closes at once with the last known values, and recovers",
    async (mood) => {
      await setFlag(testPortal.portal, "login-disabled", true);
      service.become(mood);
      const began = performance.now();
      const process = await start();
      expect((await logIn(process, "ada@example.com")).status).toBe(403);
      expect((await register(process, `${mood}@example.com`)).status).toBe(202);
      await vi.waitFor(() => expect(service.requests).not.toHaveLength(0));
      expect(performance.now() - began).toBeLessThan(prompt);
      service.become("well");
      service.cut();
      await loginAnswers(process, 200);
      service.become(mood);
      const closing = performance.now();
      await running.pop()?.close();
      expect(performance.now() - closing).toBeLessThan(prompt);
    },
    60_000,
  );

  test("a service that is down at the start is followed once it is back", async () => {
    const { port } = service;
    await service.close();
    const process = await start();
    expect((await logIn(process, "ada@example.com")).status).toBe(200);
    service = await startLaunchDarklyService({ port });
    service.set("login-disabled", true);
    await loginAnswers(process, 403);
  }, 60_000);

  test("a refused key leaves everything off, or as it was known last", async () => {
    const process = await start({ sdkKey: "sdk-of-somebody-else" });
    await vi.waitFor(() => expect(service.requests).not.toHaveLength(0));
    expect((await logIn(process, "ada@example.com")).status).toBe(200);
    await setFlag(testPortal.portal, "login-disabled", true);
    expect((await logIn(process, "ada@example.com")).status).toBe(403);
  });

  test("a process that starts without it uses what another one was told", async () => {
    service.set("login-disabled", true);
    await loginAnswers(await start(), 403);
    await running.pop()?.close();
    await service.close();
    const restarted = await start();
    expect((await logIn(restarted, "ada@example.com")).status).toBe(403);
    service = await startLaunchDarklyService();
  });
});

test("Several processes follow it, and pages of the portal's own flag service with them", async () => {
  const [one, other] = [await start(), await start()];
  service.set("login-disabled", true);
  await Promise.all([loginAnswers(one, 403), loginAnswers(other, 403)]);
  const versions = (await readFlags(testPortal.portal.database)).map(({ version }) => version);
  expect(versions).toEqual([1, 1, 2]);
});

test("LaunchDarkly learns nothing about those who log in", async () => {
  const process = await start();
  service.set("login-disabled", true);
  await loginAnswers(process, 403);
  await running.pop()?.close();
  expect(service.events).not.toHaveLength(0);
  const sentEvents = JSON.stringify(service.events);
  expect(sentEvents).toContain('"key":"portal-api"');
  expect(sentEvents).not.toMatch(/@|ada|127\.0\.0\.1|"ip"|"user"/);
  const paths = service.requests.map(({ path }) => path);
  expect(new Set(paths)).toEqual(new Set(["/all", "/bulk"]));
});
