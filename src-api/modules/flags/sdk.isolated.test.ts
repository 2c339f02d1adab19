import { JSDOM } from "jsdom";
import type { LDClient, LDOptions } from "launchdarkly-js-client-sdk";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { embeddedFlagEnvironment } from "#shared/flags.ts";
import { featureFlags } from "./schema.ts";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { setFlag } from "./flag-store.ts";
import { FetchEventSource } from "./testing/fetch-event-source.ts";

let portal: TestPortal;
let base: string;
let client: LDClient;
beforeAll(async () => {
  portal = await createTestPortal();
  const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
  base = `${origin}/api/flags`;
  const { window } = new JSDOM("", { url: origin });
  vi.stubGlobal("window", Object.assign(window, { EventSource: FetchEventSource }));
  vi.stubGlobal("document", window.document);
  vi.stubGlobal("XMLHttpRequest", window.XMLHttpRequest);
  vi.stubGlobal("EventSource", FetchEventSource);
});
afterAll(async () => {
  await portal.close();
  vi.unstubAllGlobals();
});
afterEach(async () => {
  await client.close();
  await portal.portal.database.delete(featureFlags);
});

/** Starts the SDK with everything that it does by default: headers, goals, events, diagnostics. */
async function start(options: LDOptions = {}) {
  const { initialize, basicLogger } = await import("launchdarkly-js-client-sdk");
  const logged: string[] = [];
  client = initialize(
    embeddedFlagEnvironment,
    { kind: "user", key: "visitor-1", anonymous: true },
    {
      baseUrl: base,
      streamUrl: base,
      eventsUrl: base,
      logger: basicLogger({ level: "warn", destination: (line) => logged.push(line) }),
      ...options,
    },
  );
  await client.waitForInitialization(5);
  return logged;
}

test("LaunchDarkly's SDK reads all flags with its default options, without warnings", async () => {
  await setFlag(portal.portal, "login-disabled", true);
  const logged = await start();
  expect(client.allFlags()).toEqual({
    "maintenance-mode": false,
    "registration-disabled": false,
    "login-disabled": true,
  });
  expect(client.variation("login-disabled", false)).toBe(true);
  await client.flush();
  expect(logged).toEqual([]);
});

test("LaunchDarkly's SDK receives each change on the stream", async () => {
  await start({ streaming: true });
  for (const on of [true, false]) {
    const changed = new Promise((resolve) => client.on("change:maintenance-mode", resolve));
    await setFlag(portal.portal, "maintenance-mode", on);
    expect(await changed).toBe(on);
  }
});
