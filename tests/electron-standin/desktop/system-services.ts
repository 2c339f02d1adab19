import type { MessageBoxOptions } from "electron";
import { app } from "../app/app.ts";
import { strictObject } from "../strict.ts";

/** `dialog`. Nobody is there to answer: specs put an answer in the place of what asks. */
export const dialog = strictObject("Dialog", {
  showErrorBox(title: string, content: string): void {
    console.error(`${title}: ${content}`);
  },
  showMessageBox(...args: [...unknown[], MessageBoxOptions]): Promise<never> {
    if (!app.isReady()) throw new Error("dialog module can only be used after app is ready");
    const options = args.at(-1) as MessageBoxOptions; // the window, if any, comes before it
    console.error(`electron stand-in: a dialog waits: ${options.message}`);
    return new Promise(() => {});
  },
});

let copied = "";

/** `clipboard`, of this app alone. */
export const clipboard = strictObject("Clipboard", {
  async writeText(written: string): Promise<void> {
    copied = written;
  },
  async readText(): Promise<string> {
    return copied;
  },
});

/** `shell`. Specs put a recorder in the place of `openExternal`, as they do in Electron. */
export const shell = strictObject("Shell", {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error("Invalid URL");
    console.error(`electron stand-in: the system would open ${url}`);
  },
});
