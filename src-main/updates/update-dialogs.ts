import { app, BrowserWindow, dialog, type MessageBoxOptions } from "electron";
import { named, type DesktopTexts } from "../desktop-texts.ts";

type Texts = DesktopTexts["updates"];

const withVersion = (text: string, version: string) =>
  named(text).replaceAll("{{version}}", version);

/** Shows a message box, attached to the focused window if there is one. */
async function show(options: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow();
  const shown = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
  return (await shown).response;
}

async function showMessage(
  t: Texts,
  message: string,
  detail: string,
  type: "info" | "warning" | "error" = "info",
) {
  await show({ type, message: named(message), detail, buttons: [t.ok] });
}

/** Says that the app is up to date. */
export const showUpToDate = (t: Texts): Promise<void> =>
  showMessage(t, t.upToDate, withVersion(t.upToDateDetail, app.getVersion()));

/** Says that a newer version is being downloaded. */
export const showFound = (t: Texts, version: string): Promise<void> =>
  showMessage(t, t.found, withVersion(t.foundDetail, version));

/** Says that the update server cannot be reached. */
export const showOffline = (t: Texts): Promise<void> => showMessage(t, t.offline, t.offlineDetail);

/** Warns that the manifest is genuine but outdated: newer updates may be withheld. */
export const showOutdated = (t: Texts): Promise<void> =>
  showMessage(t, t.outdated, named(t.outdatedDetail), "warning");

/** Says that the check failed. The reason is in the log only: it would not help the user. */
export const showFailed = (t: Texts): Promise<void> =>
  showMessage(t, t.failed, named(t.failedDetail), "error");

/** Asks whether to restart now. Otherwise the update is installed when the user quits. */
export async function asksForRestart(t: Texts, version: string): Promise<boolean> {
  const response = await show({
    type: "question",
    message: withVersion(t.ready, version),
    detail: named(t.readyDetail),
    buttons: [t.restart, t.later],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}
