import type { WebContents } from "./web-contents.ts";

/** All live contents by their DevTools target, which is their top frame too. */
export const contentsByTarget = new Map<string, WebContents>();

/** The contents that a frame of any depth belongs to. */
export const contentsByFrame = new Map<string, WebContents>();
