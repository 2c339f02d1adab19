import { makeCodec } from "./clone.ts";
import { makeBridge } from "./page-bridge.ts";
import { askFirst } from "../page/page-permissions.ts";
import { pageWorld } from "./page-world.ts";
import { makeIpc, strictInPage } from "./preload-ipc.ts";
import { preloadWorld } from "./preload-world.ts";

// Node only strips the types, so `toString` returns the rest of a function unchanged.

/** Returns the script for the page's own world. */
export const pageSource = (token: string, inFrames: boolean): string =>
  `(${pageWorld.toString()})(
    ${JSON.stringify(token)}, ${inFrames}, ${makeBridge.toString()}, ${askFirst.toString()})`;

/** Returns the script for the preload script's world; `preload` is the text of the preload script. */
export function preloadSource(token: string, preload: string, inFrames: boolean): string {
  const { platform, arch, versions } = process;
  const seen = {
    platform,
    arch,
    versions,
    type: "renderer",
    sandboxed: true,
    contextIsolated: true,
  };
  const needed = Object.entries({ makeBridge, makeCodec, makeIpc, strictInPage });
  const functions = needed.map(([name, each]) => `${name}: ${each.toString()}`);
  return `(${preloadWorld.toString()})(
    ${JSON.stringify(token)}, ${inFrames}, ${JSON.stringify(seen)}, { ${functions.join(",\n")} },
    function (require, process, module, exports) {${preload}\n})`;
}
