import { app } from "electron";
import * as z from "zod/mini";
import type { Announcement } from "../../src-shared/api/announcements.ts";
import { newSince, seenSchema, seenWith } from "./announcement-news.ts";
import { canNotify } from "./announcement-notification.ts";
import { logFailure } from "../log.ts";
import type { StoreFile } from "../storage/store-file.ts";

/** ms from the start to the first look: the first page has the connection to itself. */
const firstLook = 5_000;
/** ms from one look to the next. */
const lookInterval = 10 * 60_000;

const storeKey = "announcement-notifications";
const stateSchema = z.object({
  on: z.boolean(),
  /** Null until a first look has told what there was when it was turned on. */
  seen: z.nullable(seenSchema),
});
type State = z.infer<typeof stateSchema>;

/** The user's switch for notifications of new announcements. Off until it is turned on. */
export type AnnouncementWatch = {
  /** Whether notifications can be shown here; where not, the switch stays off. */
  canNotify: boolean;
  isOn(): boolean;
  /** Turned on, all announcements that there are count as seen. */
  setOn(on: boolean): void;
  onChange(listener: (on: boolean) => void): void;
};

export type WatchServices = {
  file: StoreFile;
  /** The announcements there are; rejects when they cannot be had. */
  request: (signal: AbortSignal) => Promise<Announcement[]>;
  /** Tells the user of new ones, oldest first. */
  tell: (news: Announcement[]) => void;
};

/** What is remembered, over a restart too. `remember` throws where the file cannot be written. */
function openState(file: StoreFile) {
  let state: State = stateSchema.safeParse(file.get(storeKey)).data ?? { on: false, seen: null };
  return {
    read: () => state,
    remember: (next: State) => {
      file.set(storeKey, next);
      state = next;
    },
    /** A choice counts until the app ends, also where it cannot be written. */
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

/** Looks for new announcements, one look at a time. Failures are logged once until a look succeeds. */
function createLook(state: ReturnType<typeof openState>, { request, tell }: WatchServices) {
  let underWay = new AbortController();
  let failing = false;
  const look = async ({ signal }: AbortController) => {
    try {
      const list = await request(signal);
      if (signal.aborted) return;
      failing = false;
      const { seen } = state.read();
      const news = seen ? newSince(seen, list) : [];
      if (seen && news.length === 0) return;
      // First, so that none is ever told twice; what cannot be remembered is told at a later look.
      state.remember({ on: true, seen: seenWith(seen, list) });
      if (news.length > 0) tell(news);
    } catch (error) {
      if (signal.aborted) return;
      if (!failing) logFailure("New announcements could not be looked for", error);
      failing = true;
    }
  };
  const abort = () => underWay.abort();
  return {
    look: () => {
      abort();
      underWay = new AbortController();
      void look(underWay);
    },
    abort,
  };
}

/** Looks for announcements while the user wants to be told of new ones. Call once the app is ready. */
export function watchAnnouncements(services: WatchServices): AnnouncementWatch {
  const supported = canNotify();
  const state = openState(services.file);
  const { look, abort } = createLook(state, services);
  const listeners = new Set<(on: boolean) => void>();
  const isOn = () => supported && state.read().on;
  let timer: NodeJS.Timeout | undefined;

  const lookOn = () => {
    timer = setTimeout(lookOn, lookInterval);
    look();
  };
  const stop = () => {
    clearTimeout(timer);
    abort();
  };
  if (isOn()) timer = setTimeout(lookOn, firstLook);
  app.on("will-quit", stop);

  return {
    canNotify: supported,
    isOn,
    setOn: (on) => {
      if (!supported || on === isOn()) return;
      stop();
      state.choose(on);
      if (on) lookOn();
      listeners.forEach((listener) => listener(on));
    },
    onChange: (listener) => void listeners.add(listener),
  };
}
