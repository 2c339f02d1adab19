import { createListeners } from "#shared/listeners.ts";

/** Why a session ended: the user logged out, or the API answered 401. */
export const sessionEnds = ["logged-out", "expired"] as const;
export type SessionEnd = (typeof sessionEnds)[number];

export type SessionEnded = {
  reason: SessionEnd;
  /** Whether the session ended in this window; false in the other windows, which follow it. */
  here: boolean;
};

const ended = createListeners<SessionEnded>();
let last: SessionEnded | null = null;

/** Registers a listener, called in every window when the session ends. Returns the unsubscribe. */
export const onSessionEnded = ended.add;

/** Returns the last session end that this window announced, or null, for a listener that may have missed it. */
export const lastSessionEnd = (): SessionEnded | null => last;

/** Announces that the session ended. Repeating it without a session does no harm. */
export function sessionEnded(reason: SessionEnd, here = true): void {
  last = { reason, here };
  ended.emit(last);
}

/** Ends the session on this device without revoking the token; `logOut` does both. */
export const signOut = () => sessionEnded("logged-out");
