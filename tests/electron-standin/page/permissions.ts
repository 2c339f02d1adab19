import { devtools } from "../chromium/devtools.ts";
import type { FrameDocument } from "../navigation/frame.ts";
import { toWeb } from "../schemes/schemes.ts";
import { strictObject } from "../strict.ts";
import type { WebContents } from "./web-contents.ts";

type RequestHandler = (
  contents: WebContents,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
type CheckHandler = (
  contents: WebContents,
  permission: string,
  origin: string,
  details: object,
) => boolean;

/** The app's handlers. Electron grants everything without a handler. */
export const permissionHandlers: { request?: RequestHandler; check?: CheckHandler } = {};

/** A page's question to main before its request to Chromium. */
export type PermissionQuestion = {
  op: "permission";
  id: number;
  permission: string;
  /** True if the page only queries the permission. */
  isCheck: boolean;
};

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

async function apply(permission: string, granted: boolean, url: string): Promise<void> {
  const { origin } = new URL(toWeb(url));
  const setting = granted ? "granted" : "denied";
  for (const name of settings[permission] ?? []) {
    await devtools.send("Browser.setPermission", { permission: { name }, setting, origin });
  }
}

function isAllowed(contents: WebContents, permission: string, url: string): boolean {
  const { protocol, host } = new URL(url);
  const details = { requestingUrl: url, isMainFrame: true };
  return (
    permissionHandlers.check?.(
      contents,
      permission,
      `${protocol}//${host}/`,
      strictObject("PermissionCheckHandlerHandlerDetails", details),
    ) ?? true
  );
}

function isGranted(contents: WebContents, permission: string, url: string): Promise<boolean> {
  const { request } = permissionHandlers;
  if (!request) return Promise.resolve(true);
  const type = permission === "media" ? "MediaAccessPermissionRequest" : "PermissionRequest";
  const details = strictObject(type, { requestingUrl: url, isMainFrame: true });
  return new Promise((answer) => request(contents, permission, answer, details));
}

/**
 * Passes a page's question to the app's handler and sets Chromium's permission accordingly. Returns the
 * message that settles the question in the page.
 */
export async function answerQuestion(
  contents: WebContents,
  document: FrameDocument | null,
  { id, permission, isCheck }: PermissionQuestion,
): Promise<object> {
  if (!document) return { op: "reply", id, value: false };
  const { url } = document;
  const granted = isCheck
    ? isAllowed(contents, permission, url)
    : await isGranted(contents, permission, url);
  await apply(permission, granted, url);
  return { op: "reply", id, value: granted };
}

/** Before a page loads, sets what it reads of permissions to the results of the app's check handler. */
export async function applyPermissions(contents: WebContents, url: string): Promise<void> {
  if (new URL(toWeb(url)).origin === "null") return;
  await Promise.all(
    Object.keys(settings).map((permission) =>
      apply(permission, isAllowed(contents, permission, url), url),
    ),
  );
}
