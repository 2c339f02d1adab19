import { expect, it, vi } from "vitest";
import { session } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { denyPermissions } = await import("./permissions.ts");

const permissions = [
  "media",
  "geolocation",
  "notifications",
  "midi",
  "clipboard-read",
  "openExternal",
  "fileSystem",
  "hid",
  "serial",
  "usb",
];

function handlers() {
  denyPermissions(() => ["video.example.org"]);
  const { defaultSession } = session;
  const request = defaultSession.setPermissionRequestHandler.mock.lastCall?.[0];
  const check = defaultSession.setPermissionCheckHandler.mock.lastCall?.[0];
  const device = defaultSession.setDevicePermissionHandler.mock.lastCall?.[0];
  const isGranted = (permission: string, requestingUrl: string) => {
    let given: unknown;
    request({}, permission, (answer: boolean) => (given = answer), { requestingUrl });
    return given;
  };
  return { isGranted, check, device };
}

it.each(permissions)("denies our own pages the permission %s", (permission) => {
  const { isGranted, check } = handlers();
  expect(isGranted(permission, "app://portal/")).toBe(false);
  expect(check({}, permission, "app://portal/")).toBe(false);
});

it.each(["fullscreen", "screen-wake-lock", "clipboard-sanitized-write"])(
  "allows %s for our own pages only",
  (permission) => {
    const { isGranted, check, device } = handlers();
    expect(isGranted(permission, "app://portal/videos/x")).toBe(true);
    expect(check({}, permission, "app://portal/")).toBe(true);
    expect(isGranted(permission, "https://evil.example/")).toBe(false);
    expect(check({}, permission, "")).toBe(false);
    expect(device({})).toBe(false);
  },
);

it("allows a video in a text to fill the screen, and nothing else", () => {
  const { isGranted, check } = handlers();
  expect(isGranted("fullscreen", "https://video.example.org/")).toBe(true);
  expect(check({}, "fullscreen", "https://video.example.org/")).toBe(true);
  expect(isGranted("clipboard-sanitized-write", "https://video.example.org/")).toBe(false);
  expect(isGranted("media", "https://video.example.org/")).toBe(false);
});
