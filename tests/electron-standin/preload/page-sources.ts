import { makeCodec } from "./clone.ts";
import { makeBridge } from "./page-bridge.ts";
import { askFirst } from "../page/page-permissions.ts";
import { pageWorld } from "./page-world.ts";
import { makeIpc, strictInPage } from "./preload-ipc.ts";
import { preloadWorld } from "./preload-world.ts";

// A function's source is what is left when its types are: Node keeps all the rest as it is.

/** Source for the page's own world. */
export const pageSource = (token: string, inFrames: boolean): string =>
  `(${pageWorld.toString()})(
    ${JSON.stringify(token)}, ${inFrames}, ${makeBridge.toString()}, ${askFirst.toString()})`;

/** Source for the preload script's world; `preload` is its text, `inFrames` whether frames run it too. */
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
