import { expect, it, vi } from "vitest";
import { textsIn } from "../desktop-texts.ts";
import { BrowserWindow, dialog } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { askBeforeLeaving } = await import("./unsaved-text.ts");

it.each([
  ["stays open", 0, 0],
  ["is closed", 1, 1],
])("a window with text that is not saved %s if the user chooses so", (_, choice, prevented) => {
  dialog.showMessageBoxSync.mockReset().mockReturnValue(choice);
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1 });
  askBeforeLeaving(window as never, () => textsIn("en")); // the recorder's
  const preventDefault = vi.fn();
  window.webContents.emit("will-prevent-unload", { preventDefault });
  expect(dialog.showMessageBoxSync).toHaveBeenCalledOnce();
  expect(preventDefault).toHaveBeenCalledTimes(prevented);
});
