import { makeCodec } from "./clone.ts";
import { makeBridge } from "./page-bridge.ts";
import { pageWorld } from "./page-world.ts";
import { makeIpc, strictInPage } from "./preload-ipc.ts";
import { preloadWorld } from "./preload-world.ts";

// A function's source is what is left when its types are: Node keeps all the rest as it is.

/** Source for the page's own world. */
export const pageSource = (token: string): string =>
  `(${pageWorld.toString()})(${JSON.stringify(token)}, ${makeBridge.toString()})`;

/** Source for the preload script's world; `preload` is the script's text. */
export function preloadSource(token: string, preload: string): string {
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
    ${JSON.stringify(token)}, ${JSON.stringify(seen)}, { ${functions.join(",\n")} },
    function (require, process, module, exports) {${preload}\n})`;
}
