import { strictObject } from "./strict.ts";

/** `shell`. Specs put a recorder in the place of `openExternal`, as they do in Electron. */
export const shell = strictObject("Shell", {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error("Invalid URL");
    console.error(`electron stand-in: the system would open ${url}`);
  },
});
