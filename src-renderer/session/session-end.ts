import { createListeners } from "#shared/listeners.ts";

/** Why a session ended: the user logged out, or the API answered 401. */
export const sessionEnds = ["logged-out", "expired"] as const;
export type SessionEnd = (typeof sessionEnds)[number];

export type SessionEnded = {
  reason: SessionEnd;
  /** False in the windows that follow the one where the session ended. */
  here: boolean;
};

const ended = createListeners<SessionEnded>();
let last: SessionEnded | null = null;

/** Calls the listener in every window when the session ends. Returns the function that stops listening. */
export const onSessionEnded = ended.add;

/** Returns the last end in this window, for a listener that may have come too late for it. */
export const lastSessionEnd = (): SessionEnded | null => last;

/** Announces that the session ended. Repeating it without a session does no harm. */
export function sessionEnded(reason: SessionEnd, here = true): void {
  last = { reason, here };
  ended.emit(last);
}

/** Logs out on this device, without telling the server; `logOut` does both. */
export const signOut = () => sessionEnded("logged-out");
