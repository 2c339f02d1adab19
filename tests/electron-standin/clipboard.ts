import { strictObject } from "./strict.ts";

let text = "";

/** `clipboard`, of this app alone. */
export const clipboard = strictObject("Clipboard", {
  async writeText(written: string): Promise<void> {
    text = written;
  },
  async readText(): Promise<string> {
    return text;
  },
});
