import { devtools } from "./devtools.ts";
import { toWeb } from "./schemes.ts";
import type { WebContents } from "./web-contents.ts";

type RequestHandler = (
  contents: WebContents,
  permission: string,
  answer: (granted: boolean) => void,
  details: { requestingUrl: string; isMainFrame: boolean },
) => void;
type CheckHandler = (
  contents: WebContents,
  permission: string,
  origin: string,
  details: { requestingUrl: string; isMainFrame: boolean },
) => boolean;

/** The app's handlers; without one Electron grants. */
export const permissionHandlers: { request?: RequestHandler; check?: CheckHandler } = {};

/** Electron's names, with Chromium's. */
const permissions: Record<string, string[]> = {
  notifications: ["notifications"],
  geolocation: ["geolocation"],
  media: ["camera", "microphone"],
  midi: ["midi"],
  "clipboard-read": ["clipboard-read"],
  "clipboard-sanitized-write": ["clipboard-write"],
  "screen-wake-lock": ["screen-wake-lock"],
};

function isGranted(contents: WebContents, permission: string, url: string): Promise<boolean> {
  const { request, check } = permissionHandlers;
  const details = { requestingUrl: url, isMainFrame: true };
  if (check && !check(contents, permission, new URL(url).origin, details)) {
    return Promise.resolve(false);
  }
  return request
    ? new Promise((answer) => request(contents, permission, answer, details))
    : Promise.resolve(true);
}

/** Chromium decides from stored settings: the app is asked about each before a page loads. */
export async function applyPermissions(contents: WebContents, url: string): Promise<void> {
  const { origin } = new URL(toWeb(url));
  if (origin === "null") return;
  const settings = Object.entries(permissions).map(async ([permission, names]) => {
    const setting = (await isGranted(contents, permission, url)) ? "granted" : "denied";
    for (const name of names) {
      await devtools.send("Browser.setPermission", { permission: { name }, setting, origin });
    }
  });
  await Promise.all(settings);
}
