import { create } from "zustand";
import { onFailed } from "#renderer/api-client/client.ts";

type Message = { id: string; text: string; reference: string | undefined };

/** Failed API calls to show; each text is shown once at a time. */
export const useNotifications = create<{ messages: Message[] }>(() => ({ messages: [] }));

let count = 0;

/** Collects failures from the first request on, before the notifier is loaded. */
export function watchFailures(): void {
  onFailed(({ message: text, reference }) => {
    useNotifications.setState(({ messages }) =>
      messages.some((known) => known.text === text)
        ? { messages }
        : { messages: [...messages, { id: `failure-${count++}`, text, reference }] },
    );
  });
}

/** Forgets a message that is not on screen any more. */
export const forget = (id: string) =>
  useNotifications.setState(({ messages }) => ({
    messages: messages.filter((message) => message.id !== id),
  }));
