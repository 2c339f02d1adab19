import { errors, type Page } from "@playwright/test";
import type { Portal, TestUser } from "../fixtures/portal.ts";
import type { CartLine } from "./cart-model.ts";
import type { Sky } from "./sky.ts";

/** A member on a walk, and what the walk has to remember of it. */
export type Walker = {
  portal: Portal;
  /** The member's window. */
  page: Page;
  member: TestUser;
  sky: Sky;
  /** SKUs of the extras, in the order in which /memberships shows them. */
  extras: readonly string[];
  /** The cart as its owner has seen it grow. */
  cart: readonly CartLine[];
  /** Whether the server ended the member's session, so that it answers 401 from then on. */
  sessionEnded: boolean;
};

/** "elsewhere": in this weather the step could not be taken, or not to its end. */
export type Outcome = "done" | "elsewhere";

/** A step with all that was drawn for it: how it goes on depends on the portal alone. */
export type Step = { name: string; take(walker: Walker): Promise<Outcome> };

/** What Playwright says when a page goes elsewhere while something is done there. */
const wentElsewhere =
  /ERR_ABORTED|interrupted by another navigation|Execution context was destroyed|frame was detached/;

/**
 * Does something that bad weather may keep from being done: what is sought is not there in time, or
 * the page goes elsewhere meanwhile. Any other failure is one.
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
 * Whether a document can be loaded now. A browser without a connection would show a page of its own
 * in its place; the desktop app has its pages with it.
 */
export const canLoad = ({ portal, sky }: Walker): boolean =>
  portal.build === "desktop" || sky.connected;
