import { app, BrowserWindow, dialog, type MessageBoxOptions } from "electron";
import { named, type DesktopTexts } from "../desktop-texts.ts";

type Texts = DesktopTexts["updates"];

const withVersion = (text: string, version: string) =>
  named(text).replaceAll("{{version}}", version);

/** A message box at the window in use, or by itself. */
async function show(options: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow();
  const shown = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
  return (await shown).response;
}

async function tell(
  t: Texts,
  message: string,
  detail: string,
  type: "info" | "warning" | "error" = "info",
) {
  await show({ type, message: named(message), detail, buttons: [t.ok] });
}

/** The user has the newest version. */
export const tellUpToDate = (t: Texts): Promise<void> =>
  tell(t, t.upToDate, withVersion(t.upToDateDetail, app.getVersion()));

/** A newer version is on its way. */
export const tellFound = (t: Texts, version: string): Promise<void> =>
  tell(t, t.found, withVersion(t.foundDetail, version));

/** Nothing came from where updates are: the network is down, or that place is. */
export const tellOffline = (t: Texts): Promise<void> => tell(t, t.offline, t.offlineDetail);

/** What came is genuine and out of date: newer updates may be kept from this computer. */
export const tellOutdated = (t: Texts): Promise<void> =>
  tell(t, t.outdated, named(t.outdatedDetail), "warning");

/** It did not work; why stands in the log, for it says little to a user. */
export const tellFailed = (t: Texts): Promise<void> =>
  tell(t, t.failed, named(t.failedDetail), "error");

/** Whether the downloaded version is to be installed now rather than when the user quits. */
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
