import { describe, expect, test } from "vitest";
import { readFlags } from "#api/modules/flags/flag-store.ts";
import { forFile } from "#api/testing/for-file.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { readCommand } from "#api/cli/channel/testing/read-command.ts";
import { defineFlagCommands } from "./define-flag-commands.ts";
import { runFlagCommand } from "./run-flag-command.ts";

const { path: dataDir } = await forFile(temporaryFolder());
const portal = await forFile(createTestPortal({ dataDir }));

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
  const context = { ...portal.portal, config: { ...portal.portal.config, launchDarkly } };
  const before = await readFlags(portal.portal.database);
  const set = runFlagCommand(context, { command: "set", key: "maintenance-mode", on: false });
  await expect(set).rejects.toThrow("flags are set in LaunchDarkly");
  expect(await readFlags(portal.portal.database)).toEqual(before);
  const lines = await runFlagCommand(context, { command: "list" });
  expect(lines.at(-1)).toMatch(/^LAUNCHDARKLY_SDK_KEY is set: these are the values/);
});
