import type { WebContents } from "./web-contents.ts";

/** All live contents by DevTools target ID, which is also the ID of their top frame. */
export const contentsByTarget = new Map<string, WebContents>();

/** The contents of every frame, including nested ones. */
export const contentsByFrame = new Map<string, WebContents>();
