import { app } from "electron";
import * as z from "zod/mini";
import type { Announcement } from "#shared/api/announcements.ts";
import { minuteMs } from "#shared/durations.ts";
import { createListeners } from "#shared/listeners.ts";
import { newSince, seenSchema, withAllSeen } from "./announcement-news.ts";
import { canNotify } from "./announcement-notification.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";

/** Time from start to the first check: the first page gets the connection to itself. */
const firstCheckAfterMs = 5_000;
/** Time between checks. */
const checkIntervalMs = 10 * minuteMs;

const storeKey = "announcement-notifications";
const stateSchema = z.object({
  on: z.boolean(),
  /** Null until the first check after notifications were turned on. */
  seen: z.nullable(seenSchema),
});
type State = z.infer<typeof stateSchema>;

/** The user's switch for notifications of new announcements. Off by default. */
export type AnnouncementWatch = {
  /** Whether this system shows notifications. If not, the switch stays off. */
  canNotify: boolean;
  isOn(): boolean;
  /** When turned on, all existing announcements count as seen. */
  setOn(on: boolean): void;
  onChange(listener: (on: boolean) => void): void;
  /** Ends the checks, without changing the switch. */
  stop(): void;
};

export type WatchServices = {
  file: StoreFile;
  /** Fetches the current announcements. */
  request: (signal: AbortSignal) => Promise<Announcement[]>;
  /** Shows new announcements to the user, oldest first. */
  notify: (news: Announcement[]) => void;
};

/** The state stored across restarts. `remember` throws when the file cannot be written. */
function openState(file: StoreFile) {
  let state: State = stateSchema.safeParse(file.get(storeKey)).data ?? { on: false, seen: null };
  return {
    read: () => state,
    remember: (next: State) => {
      file.set(storeKey, next);
      state = next;
    },
    /** Applies a choice at least until the app quits, even if it cannot be written. */
    choose: (on: boolean) => {
      state = { on, seen: null };
      try {
        file.set(storeKey, state);
      } catch (error) {
        logFailure("A preference could not be stored", error);
      }
    },
  };
}

/** Checks for new announcements, one check at a time. Failures are logged once until one succeeds. */
function createCheck(state: ReturnType<typeof openState>, { request, notify }: WatchServices) {
  let running = new AbortController();
  let failing = false;
  const check = async ({ signal }: AbortController) => {
    try {
      const list = await request(signal);
      if (signal.aborted) return;
      failing = false;
      const { seen } = state.read();
      const news = seen ? newSince(seen, list) : [];
      if (seen && news.length === 0) return;
      // Before notifying, so that none is shown twice. If this throws, a later check shows them.
      state.remember({ on: true, seen: withAllSeen(seen, list) });
      if (news.length > 0) notify(news);
    } catch (error) {
      if (signal.aborted) return;
      if (!failing) logFailure("Checking for announcements failed", error);
      failing = true;
    }
  };
  const abort = () => running.abort();
  return {
    check: () => {
      abort();
      running = new AbortController();
      void check(running);
    },
    abort,
  };
}

/** Checks for announcements while notifications are on. Requires the app to be ready. */
export function watchAnnouncements(services: WatchServices): AnnouncementWatch {
  const supported = canNotify();
  const state = openState(services.file);
  const { check, abort } = createCheck(state, services);
  const switched = createListeners<boolean>();
  const isOn = () => supported && state.read().on;
  let timer: NodeJS.Timeout | undefined;

  const checkRepeatedly = () => {
    timer = setTimeout(checkRepeatedly, checkIntervalMs);
    check();
  };
  const stop = () => {
    clearTimeout(timer);
    abort();
  };
  if (isOn()) timer = setTimeout(checkRepeatedly, firstCheckAfterMs);
  app.on("will-quit", stop);

  return {
    canNotify: supported,
    isOn,
    setOn: (on) => {
      if (!supported || on === isOn()) return;
      stop();
      state.choose(on);
      if (on) checkRepeatedly();
      switched.emit(on);
    },
    onChange: (listener) => void switched.add(listener),
    stop,
  };
}
