import { create } from "zustand";
import { isActiveMember } from "#shared/active-member.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { onFailed, onSucceeded } from "#renderer/api-client/client.ts";
import {
  isConnectionFailure,
  isOutageShown,
  outageShownAfterMs,
} from "#renderer/api-client/connection.ts";
import { QueryFailure } from "#renderer/api-client/query.ts";
import { useSession } from "#renderer/session/session-store.ts";

type Message = {
  id: string;
  text: string;
  reference: string | undefined;
  /** The calls that failed with it. */
  acts: readonly (string | undefined)[];
};

/** Failed API calls to show; each text is shown once at a time. */
export const useNotifications = create<{ messages: Message[] }>(() => ({ messages: [] }));

let count = 0;

type Shown = Pick<ApiFailure, "message" | "reference" | "act">;

function show({ message: text, reference, act }: Shown): void {
  const { messages } = useNotifications.getState();
  const known = messages.find((message) => message.text === text);
  if (known?.acts.includes(act)) return;
  const acts = [...(known?.acts ?? []), act];
  useNotifications.setState({
    messages: known
      ? messages.map((message) => (message === known ? { ...known, acts } : message))
      : [...messages, { id: `failure-${count++}`, text, reference, acts }],
  });
}

/** Removes what was shown of a call that succeeds now. */
function settle(act: string): void {
  const { messages } = useNotifications.getState();
  if (!messages.some(({ acts }) => acts.includes(act))) return;
  useNotifications.setState({
    messages: messages
      .map((message) => ({ ...message, acts: message.acts.filter((failed) => failed !== act) }))
      .filter(({ acts }) => acts.length > 0),
  });
}

/** Shows a failed call, but not a lost connection that the offline line of the member area reports, or is about to. */
function showFailed(failure: ApiFailure): void {
  const { token, user, namedAt } = useSession.getState();
  if (!isConnectionFailure(failure) || !isActiveMember(token, user)) return show(failure);
  if (namedAt !== null || isOutageShown()) return;
  const timer = setTimeout(() => {
    stop();
    if (!isOutageShown()) show(failure);
  }, outageShownAfterMs);
  // Another try of the same call may succeed until then.
  const stop = onSucceeded((act) => {
    if (act !== failure.act) return;
    clearTimeout(timer);
    stop();
  });
}

/** Cancelled, or not allowed by the browser: videos that may not start without a gesture, for example. */
const expectedErrors: ReadonlySet<string> = new Set(["AbortError", "NotAllowedError"]);

/** Shows an error that nobody caught; browsers log it. Calls that failed were shown if the user is to know. */
function showUncaught(error: unknown): void {
  if (!(error instanceof Error || error instanceof DOMException)) return;
  if (error instanceof QueryFailure || expectedErrors.has(error.name)) return;
  show(error);
}

/** Collects failures from the first request on, before the notifier is loaded. */
export function watchFailures(): void {
  onFailed(showFailed);
  onSucceeded(settle);
  window.addEventListener("error", ({ error }) => showUncaught(error));
  window.addEventListener("unhandledrejection", ({ reason }) => showUncaught(reason));
}

/** Forgets a message that is not on screen any more. */
export const removeNotification = (id: string) =>
  useNotifications.setState(({ messages }) => ({
    messages: messages.filter((message) => message.id !== id),
  }));
