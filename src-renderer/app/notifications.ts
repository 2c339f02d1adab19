import { create } from "zustand";
import { onFailed } from "../api-client/client.ts";

/** Failed API calls to show, by their text; each text is shown once at a time. */
type Notifications = { messages: { id: number; text: string; reference?: string | undefined }[] };

export const useNotifications = create<Notifications>(() => ({ messages: [] }));

let nextId = 1;

/** Collects failures from the first request on, before the notifier is rendered. */
export function watchFailures(): void {
  onFailed(({ message: text, reference }) => {
    useNotifications.setState(({ messages }) =>
      messages.some((known) => known.text === text)
        ? { messages }
        : { messages: [...messages, { id: nextId++, text, reference }] },
    );
  });
}

export const dismiss = (id: number) =>
  useNotifications.setState(({ messages }) => ({
    messages: messages.filter((message) => message.id !== id),
  }));
