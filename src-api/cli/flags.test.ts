import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFlags } from "../modules/flags/feature-flags.ts";
import { openFlagStream } from "../modules/flags/testing/flag-events.ts";
import { createTestPortal, type TestPortal } from "../testing/test-portal.ts";
import { openCommandChannel, sendCommand } from "./command-channel.ts";
import { UsageError } from "./command-program.ts";
import { readFlagCommand } from "./read-flag-command.ts";
import { runFlagCommand } from "./run-flag-command.ts";

let it: TestPortal;
let dataDir: string;
let origin: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ringside-flags-"));
  it = await createTestPortal({ dataDir });
  origin = await it.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await it.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("what is typed", () => {
  test("is a command, or a wish for help", () => {
    expect(readFlagCommand(["list"])).toEqual({ command: "list" });
    const on = { command: "set", key: "maintenance-mode", on: true };
    expect(readFlagCommand(["set", "maintenance-mode", "on"])).toEqual(on);
    expect(readFlagCommand(["set", "maintenance-mode", "off"])).toEqual({ ...on, on: false });
    expect(readFlagCommand(["--help"])).toBeNull();
  });

  test.each([
    [[], "Name a command: list or set."],
    [["explode"], "There is no command explode; there are list and set."],
    [
      ["set"],
      "Name a flag. The flags are maintenance-mode, registration-disabled, login-disabled.",
    ],
    [["set", "dark-mode", "on"], /^There is no flag dark-mode\. The flags are maintenance-mode, /],
    [["set", "login-disabled"], "Say on or off after login-disabled."],
    [["set", "login-disabled", "toString"], "Say on or off after login-disabled."],
    [["set", "login-disabled", "on", "off"], "There is no use for off."],
    [["list", "all"], "There is no use for all."],
    [["list", "--all"], /Unknown option '--all'/],
  ])("as %j is told what there is", (args, sentence) => {
    expect(() => readFlagCommand(args)).toThrow(UsageError);
    expect(() => readFlagCommand(args)).toThrow(sentence);
  });
});

test("A flag that is set through the running API is heard on open streams, and listed", async () => {
  const close = await openCommandChannel(it.app, origin);
  const stream = await openFlagStream(origin);
  await stream.next();
  const set = readFlagCommand(["set", "maintenance-mode", "on"]);
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
  stream.leave();
  await close();
  expect(await sendCommand(dataDir, "flags", { command: "list" })).toBeNull();
});

test("Where pages follow LaunchDarkly, the command says whom its flags reach", async () => {
  const config = { ...it.portal.config, launchDarklyClientId: "abc" };
  const lines = await runFlagCommand(
    { ...it.portal, config },
    { command: "set", key: "login-disabled", on: true },
  );
  expect(lines).toEqual(["login-disabled is on.", "", expect.stringMatching(/^LAUNCHDARKLY_/)]);
  expect((await readFlags(it.portal.database))[2]).toMatchObject({ on: true });
});
