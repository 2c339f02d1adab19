import type { MessageBoxOptions } from "electron";
import { app } from "../app/app.ts";
import { strictObject } from "../strict.ts";

/** `dialog`. Nobody answers here: specs replace its functions. */
export const dialog = strictObject("Dialog", {
  showErrorBox(title: string, content: string): void {
    console.error(`${title}: ${content}`);
  },
  showMessageBox(...args: [...unknown[], MessageBoxOptions]): Promise<never> {
    if (!app.isReady()) throw new Error("dialog module can only be used after app is ready");
    const options = args.at(-1) as MessageBoxOptions; // an optional window comes first
    console.error(`electron stand-in: a dialog waits: ${options.message}`);
    return new Promise(() => {});
  },
});

/** `shell`. Specs replace `openExternal` by a recorder, as they do in Electron. */
export const shell = strictObject("Shell", {
  async openExternal(url: string): Promise<void> {
    console.error(`electron stand-in: the system would open ${url}`);
  },
});
