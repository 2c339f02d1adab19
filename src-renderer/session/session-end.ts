import { createListeners } from "#shared/listeners.ts";

/** Why a session ended: the user logged out, or the API answered 401. */
export const sessionEndReasons = ["logged-out", "expired"] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

export type SessionEndEvent = {
  reason: SessionEndReason;
  /** Whether the session ended in this window; false in the other windows, which follow it. */
  here: boolean;
};

const ended = createListeners<SessionEndEvent>();
let last: SessionEndEvent | null = null;

/** Registers a listener, called in every window when the session ends. Returns the unsubscribe. */
export const onSessionEnded = ended.add;

/** Returns the last session end that this window announced, or null, for a listener that may have missed it. */
export const lastSessionEnd = (): SessionEndEvent | null => last;

/** Announces that the session ended. Repeating it without a session does no harm. */
export function announceSessionEnd(reason: SessionEndReason, here = true): void {
  last = { reason, here };
  ended.emit(last);
}

/** Ends the session on this device without revoking the token; `logOut` does both. */
export const endSessionHere = () => announceSessionEnd("logged-out");
