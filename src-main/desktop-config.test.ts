import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "./testing/recording-electron.ts";

vi.mock("electron", () => import("./testing/recording-electron.ts"));
const { parseDesktopConfig, readDesktopConfig } = await import("./desktop-config.ts");

const read = (settings: Record<string, unknown>, built: Record<string, unknown> = {}) =>
  parseDesktopConfig("the settings", settings, built);

describe("the configuration", () => {
  it("comes from the settings, then the build, else the user is asked for the portal", () => {
    const built = { PORTAL_API_ORIGIN: "https://portal.example.com" };
    const origin = (settings: Record<string, string>, from = built) =>
      read(settings, from).apiOrigin;
    expect(origin({ PORTAL_API_ORIGIN: "http://127.0.0.1:5000/" })).toBe("http://127.0.0.1:5000");
    expect(origin({ PORTAL_API_ORIGIN: "" })).toBe("https://portal.example.com");
    expect(origin({}, { PORTAL_API_ORIGIN: "" })).toBeNull();
  });

  it.each([
    "portal.example.com",
    "http://portal.example.com",
    "https://portal.example.com/api",
    "https://user@portal.example.com",
    "file:///etc",
    "app://portal",
    "http://localhost.evil.example",
    5,
  ])("%s as the API's origin is refused by name", (PORTAL_API_ORIGIN) => {
    expect(() => read({ PORTAL_API_ORIGIN })).toThrow(/PORTAL_API_ORIGIN in the settings /);
  });

  it("contains LaunchDarkly's client ID if one is set", () => {
    expect(read({}).launchDarklyClientId).toBeNull();
    expect(read({ LAUNCHDARKLY_CLIENT_ID: "abc" }).launchDarklyClientId).toBe("abc");
  });

  it.each([
    ["https://portal.example.com/", "abc"],
    ["https://other.example.com", null],
  ])("of %s has the client ID %s that is built in", (PORTAL_API_ORIGIN, id) => {
    const built = {
      PORTAL_API_ORIGIN: "https://portal.example.com",
      LAUNCHDARKLY_CLIENT_ID: "abc",
    };
    expect(read({ PORTAL_API_ORIGIN }, built).launchDarklyClientId).toBe(id);
  });
});

describe("where the configuration comes from", () => {
  let folder = "";
  const write = (text: string) => writeFileSync(join(folder, "portal.json"), text);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "config-"));
    app.userData = folder;
    app.isPackaged = true;
    vi.stubEnv("PORTAL_API_ORIGIN", "https://environment.example");
    vi.stubEnv("LAUNCHDARKLY_CLIENT_ID", "environment");
  });
  afterEach(() => {
    app.isPackaged = false;
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it("is the environment in development, even if there is a file", () => {
    app.isPackaged = false;
    write('{"PORTAL_API_ORIGIN":"https://file.example"}');
    expect(readDesktopConfig({})).toEqual({
      apiOrigin: "https://environment.example",
      launchDarklyClientId: "environment",
    });
  });

  it("is the build for a packaged app, not the environment", () => {
    const built = { PORTAL_API_ORIGIN: "https://build.example", LAUNCHDARKLY_CLIENT_ID: "" };
    expect(readDesktopConfig(built)).toEqual({
      apiOrigin: "https://build.example",
      launchDarklyClientId: null,
    });
    expect(readDesktopConfig({}).apiOrigin).toBeNull();
  });

  it("is the file in the user's data folder before the build", () => {
    write('{"PORTAL_API_ORIGIN":"https://file.example","LAUNCHDARKLY_CLIENT_ID":"abc"}');
    expect(readDesktopConfig({ PORTAL_API_ORIGIN: "https://build.example" })).toEqual({
      apiOrigin: "https://file.example",
      launchDarklyClientId: "abc",
    });
  });

  it.each(["", "{", "[]", "null", '"https://file.example"'])(
    "fails with the file's name if it contains %j",
    (text) => {
      write(text);
      expect(() => readDesktopConfig({})).toThrow(/portal\.json must contain/);
    },
  );

  it("fails with the file's name if a setting is invalid", () => {
    write('{"PORTAL_API_ORIGIN":"http://file.example"}');
    expect(() => readDesktopConfig({})).toThrow(
      /PORTAL_API_ORIGIN in .*portal\.json has to be an https/,
    );
  });
});
