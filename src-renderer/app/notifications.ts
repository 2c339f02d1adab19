import { create } from "zustand";
import { isActiveMember } from "#shared/active-member.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { onFailed } from "#renderer/api-client/client.ts";
import { isConnectionFailure, isOutageShown } from "#renderer/api-client/connection.ts";
import { QueryFailure } from "#renderer/api-client/query.ts";
import { useSession } from "#renderer/session/session-store.ts";

type Message = { id: string; text: string; reference: string | undefined };

/** Failed API calls to show; each text is shown once at a time. */
export const useNotifications = create<{ messages: Message[] }>(() => ({ messages: [] }));

let count = 0;

/** Returns whether the offline line of the member area reports a failure already. */
function isShownByOfflineLine(failure: ApiFailure): boolean {
  const { token, user, namedAt } = useSession.getState();
  return (
    isConnectionFailure(failure) &&
    isActiveMember(token, user) &&
    (namedAt !== null || isOutageShown())
  );
}

function show({ message: text, reference }: Pick<ApiFailure, "message" | "reference">): void {
  useNotifications.setState(({ messages }) =>
    messages.some((known) => known.text === text)
      ? { messages }
      : { messages: [...messages, { id: `failure-${count++}`, text, reference }] },
  );
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
  onFailed((failure) => {
    if (!isShownByOfflineLine(failure)) show(failure);
  });
  window.addEventListener("error", ({ error }) => showUncaught(error));
  window.addEventListener("unhandledrejection", ({ reason }) => showUncaught(reason));
}

/** Forgets a message that is not on screen any more. */
export const removeNotification = (id: string) =>
  useNotifications.setState(({ messages }) => ({
    messages: messages.filter((message) => message.id !== id),
  }));
