import { strictObject } from "./strict.ts";
import type { WebContents } from "./web-contents.ts";

/** A page's top frame (`WebFrameMain`) as it was when it sent something. No other frame has a preload. */
export function makeFrame(contents: WebContents, url: string) {
  const { protocol, host } = new URL(url);
  return strictObject("WebFrameMain", {
    url,
    origin: `${protocol}//${host}`,
    parent: null,
    name: "",
    processId: 1,
    routingId: contents.id,
    frameTreeNodeId: contents.id,
  });
}
