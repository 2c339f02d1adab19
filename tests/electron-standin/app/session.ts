import { EventEmitter } from "node:events";
import { app } from "./app.ts";
import { devtools } from "../chromium/devtools.ts";
import { PageSession } from "../page/page-session.ts";
import type { WebContents } from "../page/web-contents.ts";
import { schemes, toWeb } from "../schemes/schemes.ts";
import { notThere, strictObject } from "../strict.ts";

type RequestHandler = (
  contents: WebContents,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
type CheckHandler = (contents: WebContents, permission: string, origin: string) => boolean;

/** The app's handlers. Electron grants everything without a handler. */
const handlers: { request?: RequestHandler; check?: CheckHandler } = {};

const spelling = { on: true, languages: ["en-US"] };

const defaultSession = strictObject(
  "Session",
  Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: RequestHandler) => void (handlers.request = handler),
    setPermissionCheckHandler: (handler: CheckHandler) => void (handlers.check = handler),
    /** Has no effect: there are no devices. */
    setDevicePermissionHandler(): void {},
    /** Has no effect: tests reach no other site. */
    webRequest: strictObject("WebRequest", { onBeforeSendHeaders(): void {} }),
    /** Kept: there is no spell checker here. */
    availableSpellCheckerLanguages: ["de", "en-GB", "en-US", "pl"],
    setSpellCheckerEnabled: (on: boolean) => void (spelling.on = on),
    isSpellCheckerEnabled: () => spelling.on,
    setSpellCheckerLanguages: (languages: string[]) => void (spelling.languages = languages),
    getSpellCheckerLanguages: () => spelling.languages,
    /** Deletes what pages have stored. An app has the origins of its schemes; tests use no others. */
    async clearStorageData(...options: unknown[]): Promise<void> {
      if (options.length > 0) throw notThere("an option of session.clearStorageData");
      // Chromium does it for a page only.
      const page = await PageSession.ofAny();
      for (const name of schemes.keys()) {
        const origin = `http://portal.${name}.localhost`;
        await page.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      }
    },
  }),
);

/** Throws while Electron has no session yet. */
export function assertSessionIsThere(): void {
  if (!app.isReady()) throw new TypeError("Session can only be received when app is ready");
}

/** `session` */
export const session = strictObject("Session", {
  get defaultSession() {
    assertSessionIsThere();
    return defaultSession;
  },
});

/** Permissions that Chromium has a setting for: Electron's name to Chromium's name. */
const settings: Record<string, string[]> = {
  notifications: ["notifications"],
  geolocation: ["geolocation"],
  media: ["camera", "microphone"],
  midi: ["midi"],
  "clipboard-read": ["clipboard-read"],
  "clipboard-sanitized-write": ["clipboard-write"],
  "screen-wake-lock": ["screen-wake-lock"],
};

async function isGranted(contents: WebContents, permission: string, url: string) {
  const { protocol, host } = new URL(url);
  const { check, request } = handlers;
  if (check && !check(contents, permission, `${protocol}//${host}/`)) return false;
  const type = permission === "media" ? "MediaAccessPermissionRequest" : "PermissionRequest";
  const details = strictObject(type, { requestingUrl: url, isMainFrame: true });
  return new Promise<boolean>((answer) =>
    request ? request(contents, permission, answer, details) : answer(true),
  );
}

/** Before a page loads, asks both handlers about every permission, and has Chromium answer the page accordingly. */
export async function applyPermissions(contents: WebContents, url: string): Promise<void> {
  const { origin } = new URL(toWeb(url));
  if (origin === "null") return;
  for (const [permission, names] of Object.entries(settings)) {
    const setting = (await isGranted(contents, permission, url)) ? "granted" : "denied";
    for (const name of names)
      await devtools.send("Browser.setPermission", { permission: { name }, setting, origin });
  }
}
