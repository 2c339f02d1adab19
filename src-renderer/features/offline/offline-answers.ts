import type * as z from "zod/mini";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { listShows } from "#shared/api/show-day.ts";
import { listTraining } from "#shared/api/training.ts";
import { deviceDate } from "#shared/calendar-date.ts";
import {
  offlineShowsSchema,
  offlineTrainingSchema,
  type OfflineAnswer,
} from "#shared/offline-library.ts";
import { call } from "#renderer/api-client/client.ts";
import { readUnderLease, notifyOfflineChanged, underLease, type Held } from "./offline-store.ts";

/** Resolves once this device can show kept content: soon if it is wanted, later if it was only opened. */
export type UntilShowable = (isWanted: boolean) => Promise<void>;

export type Follow = { untilShowable: UntilShowable; isStopped: () => boolean };

type OfflineAnswerOptions<Answer> = {
  endpoint: Endpoint;
  /** Asks the API for the answer; null if that fails. */
  fetch: (signal: AbortSignal) => Promise<Answer | null>;
  /** The object store, in which it lies under the same key. */
  name: "shows" | "training";
  schema: z.ZodMiniType<OfflineAnswer<Answer>>;
  /** Returns what is kept of an answer, or null. */
  pick: (answer: Answer) => Answer | null;
};

/** Creates the functions that keep the last answer of an endpoint for the lease's holder. */
function createOfflineAnswer<Answer>(options: OfflineAnswerOptions<Answer>) {
  const { endpoint, fetch, name, schema, pick } = options;
  const storeOf = ({ transaction }: Held) => transaction.objectStore(name);
  const removeIn = (held: Held): Promise<void> => storeOf(held).delete(name);
  /** Returns what is kept of the lease's holder, or null. */
  async function ownIn(held: Held): Promise<OfflineAnswer<Answer> | null> {
    const stored = schema.safeParse(await storeOf(held).get(name)).data;
    return stored?.userId === held.lease.userId ? stored : null;
  }
  /** Keeps an answer in place of the one before. Resolves to whether any is kept. */
  async function store(answer: Answer): Promise<boolean> {
    const picked = pick(answer);
    const isStored = await underLease(async (held) => {
      const { lease, now } = held;
      await removeIn(held);
      if (picked === null || !lease.keepsTexts) return false;
      const stored: OfflineAnswer<Answer> = { userId: lease.userId, answer: picked, keptAt: now };
      await storeOf(held).put(stored, name);
      return true;
    }).catch(() => false);
    notifyOfflineChanged();
    return isStored ?? false;
  }
  /** Keeps an answer that a page shows, once this device can show it by itself. */
  async function follow(data: unknown, { untilShowable, isStopped }: Follow): Promise<void> {
    const answer = data as Answer; // the answer of the endpoint
    if (pick(answer) !== null) await untilShowable(true);
    if (!isStopped()) await store(answer);
  }
  return {
    endpoint,
    removeIn,
    ownIn,
    store,
    follow,
    update: async (signal: AbortSignal, following: Follow): Promise<void> => {
      const answer = await fetch(signal);
      if (answer !== null && !following.isStopped()) await follow(answer, following);
    },
    /** Returns what is kept, with its holder and the end of the lease; null without a lease. */
    read: () =>
      readUnderLease(async (held) => ({
        stored: await ownIn(held),
        userId: held.lease.userId,
        until: held.lease.until,
      })),
  };
}

/** The shows that are not over, with their countdowns. */
export const offlineShows = createOfflineAnswer({
  endpoint: listShows,
  fetch: async (signal) => (await call(listShows, { signal, silent: true })).data,
  name: "shows",
  schema: offlineShowsSchema,
  pick: ({ shows, ...rest }) => {
    const today = deviceDate(new Date());
    const ahead = shows.filter(({ on }) => on >= today);
    return ahead.length > 0 ? { shows: ahead, ...rest } : null;
  },
});

/** The protocols that the member follows, as far as they have a session to train. */
export const offlineTraining = createOfflineAnswer({
  endpoint: listTraining,
  fetch: async (signal) => {
    const query = { today: deviceDate(new Date()) };
    return (await call(listTraining, { query, signal, silent: true })).data;
  },
  name: "training",
  schema: offlineTrainingSchema,
  pick: ({ items }) => {
    const followed = items.filter(({ next }) => next !== null);
    return followed.length > 0 ? { items: followed } : null;
  },
});

/** All answers that a device keeps. */
export const offlineAnswers = [offlineShows, offlineTraining];
