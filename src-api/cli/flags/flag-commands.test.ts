import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFlags } from "../../modules/flags/flag-store.ts";
import { openFlagStream } from "../../modules/flags/testing/flag-events.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { openCommandChannel, sendCommand } from "../channel/command-channel.ts";
import { readCommand } from "../channel/testing/read-command.ts";
import { defineFlagCommands } from "./define-flag-commands.ts";
import { runFlagCommand } from "./run-flag-command.ts";

let portal: TestPortal;
let dataDir: string;
let origin: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ringside-flags-"));
  portal = await createTestPortal({ dataDir });
  origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await portal.close();
  await rm(dataDir, { recursive: true, force: true });
});

const read = (...args: string[]) =>
  readCommand({ name: "flags", define: defineFlagCommands }, args);

describe("the flags command line", () => {
  test("parses the commands", async () => {
    expect(await read("list")).toEqual({ command: "list" });
    const on = { command: "set", key: "maintenance-mode", on: true };
    expect(await read("set", "maintenance-mode", "on")).toEqual(on);
    expect(await read("set", "maintenance-mode", "off")).toEqual({ ...on, on: false });
  });

  test.each([
    [["explode"], "unknown command 'explode'"],
    [["set"], "missing required argument 'flag'"],
    [["set", "dark-mode", "on"], "Allowed choices are maintenance-mode, registration-disabled,"],
    [["set", "login-disabled"], "missing required argument 'on|off'"],
    [["set", "login-disabled", "toString"], "Allowed choices are on, off."],
    [["set", "login-disabled", "on", "off"], "too many arguments for 'set'"],
    [["list", "--all"], "unknown option '--all'"],
  ])("refuses %j and names the mistake", async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message);
  });
});

test("A flag set through the running API is sent on open streams, and listed", async () => {
  const close = await openCommandChannel(portal.app, origin);
  const stream = await openFlagStream(origin);
  await stream.next();
  const set = await read("set", "maintenance-mode", "on");
  expect(await sendCommand(dataDir, "flags", set)).toEqual(["maintenance-mode is on."]);
  expect(await stream.next()).toMatchObject({
    event: "patch",
    data: { key: "maintenance-mode", value: true, version: 2 },
  });
  expect(await sendCommand(dataDir, "flags", { command: "list" })).toEqual([
    "FLAG                   STATE  VERSION  CHANGED",
    "maintenance-mode       on     2        2026-03-01T12:00:00.000Z",
    "registration-disabled  off    1        never",
    "login-disabled         off    1        never",
  ]);
  const unknown = sendCommand(dataDir, "flags", { command: "set", key: "dark-mode", on: true });
  await expect(unknown).rejects.toThrow("Please check");
  stream.close();
  await close();
  expect(await sendCommand(dataDir, "flags", { command: "list" })).toBeNull();
});

test("With LaunchDarkly configured, the command says where its flags apply", async () => {
  const config = { ...portal.portal.config, launchDarklyClientId: "abc" };
  const lines = await runFlagCommand(
    { ...portal.portal, config },
    { command: "set", key: "login-disabled", on: true },
  );
  expect(lines).toEqual(["login-disabled is on.", "", expect.stringMatching(/^LAUNCHDARKLY_/)]);
  expect((await readFlags(portal.portal.database))[2]).toMatchObject({ on: true });
});

test("Where LaunchDarkly decides, the command lists its values and changes none", async () => {
  const launchDarkly = {
    sdkKey: "sdk-1",
    baseUri: null,
    streamUri: null,
    eventsUri: null,
    streaming: true,
  };
  const ground = { ...portal.portal, config: { ...portal.portal.config, launchDarkly } };
  const before = await readFlags(portal.portal.database);
  const set = runFlagCommand(ground, { command: "set", key: "maintenance-mode", on: false });
  await expect(set).rejects.toThrow("flags are set in LaunchDarkly");
  expect(await readFlags(portal.portal.database)).toEqual(before);
  const lines = await runFlagCommand(ground, { command: "list" });
  expect(lines.at(-1)).toMatch(/^LAUNCHDARKLY_SDK_KEY is set: these are the values/);
});
