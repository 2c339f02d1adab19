import { errors, type Page } from "@playwright/test";
import type { Portal, TestUser } from "../fixtures/portal.ts";
import type { Sky } from "./sky.ts";

/** A member on a random walk, with the state that the walk expects. */
export type Walker = {
  portal: Portal;
  /** The member's window. */
  page: Page;
  member: TestUser;
  sky: Sky;
  /** SKUs of the extras, in the order in which /memberships shows them. */
  extras: readonly string[];
  /** SKUs of the expected cart, each once. */
  cart: readonly string[];
  /** Whether the server has ended the member's session. */
  sessionEnded: boolean;
};

/** "elsewhere": the step could not be taken, or not completely. */
export type Outcome = "done" | "elsewhere";

/** A step with everything that was drawn for it, so that a seed repeats it. */
export type Step = { name: string; take(walker: Walker): Promise<Outcome> };

/** Playwright's errors when a page navigates away during an action. */
const wentElsewhere =
  /ERR_ABORTED|interrupted by another navigation|Execution context was destroyed|frame was detached|Not attached to an active page/;

/**
 * Does something that may fail because of the conditions: an element does not appear in time, or the page
 * navigates away. Throws any other error.
 */
export async function attempt(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return "done";
  } catch (error) {
    const expected =
      error instanceof errors.TimeoutError ||
      (error instanceof Error && wentElsewhere.test(error.message));
    if (!expected) throw error;
    return "elsewhere";
  }
}

/**
 * Returns whether a document can be loaded. Without a connection a browser would show its error page; the
 * desktop app carries its pages.
 */
export const canLoad = ({ portal, sky }: Walker): boolean =>
  portal.build === "desktop" || sky.connected;
