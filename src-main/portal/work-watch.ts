import { app, net } from "electron";
import * as z from "zod/mini";
import { getBoard } from "#shared/api/board.ts";
import { backgroundHeader, clientVersionHeader } from "#shared/api/endpoint.ts";
import { minuteMs } from "#shared/durations.ts";
import { createListeners } from "#shared/listeners.ts";
import { logFailure } from "../log.ts";
import type { DeviceStore } from "../storage/device-store.ts";
import type { StoreFile } from "../storage/store-file.ts";

/** Time from start to the first check: the first page gets the connection to itself. */
const firstCheckAfterMs = 6_000;
/** Time between checks. */
const checkIntervalMs = 5 * minuteMs;
/** Time until the response must be complete. */
const requestTimeoutMs = 20_000;

const storeKey = "work-notifications";

/** What waits for an admin: messages without an answer, and payments that only a person can bring to an end. */
const workSchema = z.object({ messages: z.int(), failedPayments: z.int() });
export type Work = z.infer<typeof workSchema>;

const stateSchema = z.object({
  on: z.boolean(),
  /** What waited at the last check; null before the first one. */
  seen: z.nullable(workSchema),
});
type State = z.infer<typeof stateSchema>;

/** What waits for the admin who is logged in, and the switch for notifications of it, which is off by default. */
export type WorkWatch = {
  /** Null unless an admin is logged in and the portal has answered. */
  current(): Work | null;
  onChange(listener: () => void): void;
  isOn(): boolean;
  setOn(on: boolean): void;
  stop(): void;
};

export type WorkServices = {
  origin: string;
  file: StoreFile;
  store: Pick<DeviceStore, "ready" | "texts" | "onChange">;
  /** Shows to the user how much more waits than at the check before; none of it is negative. */
  notify: (added: Work, now: Work) => void;
};

/** The figures of the board that count it; a portal of another version may have other ones besides. */
const figuresSchema = z.object({ unanswered: z.int(), failedPayments: z.int() });

/** Asks the portal with the login of its own user. Null for whoever may not know, such as members. Rejects without an answer. */
async function requestWork(
  origin: string,
  token: string,
  signal: AbortSignal,
): Promise<Work | null> {
  const answer = await net.fetch(`${origin}/api${getBoard.path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      [clientVersionHeader]: app.getVersion(),
      // It is no use of the session: that ends as if the app did not ask.
      [backgroundHeader]: "1",
    },
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  });
  if (answer.status === 401 || answer.status === 403) return null;
  if (!answer.ok) throw new Error(`the API host answered ${answer.status}`);
  const { unanswered, failedPayments } = figuresSchema.parse(await answer.json());
  return { messages: unanswered, failedPayments };
}

/** Follows what waits for an admin, while one is logged in. */
export function watchWork({ origin, file, store, notify }: WorkServices): WorkWatch {
  let state: State = stateSchema.safeParse(file.get(storeKey)).data ?? { on: false, seen: null };
  let work: Work | null = null;
  let running = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  const changed = createListeners();

  const remember = (next: State) => {
    state = next;
    try {
      file.set(storeKey, next);
    } catch (error) {
      logFailure("A preference could not be stored", error);
    }
  };
  const show = (next: Work | null) => {
    if (JSON.stringify(next) === JSON.stringify(work)) return;
    work = next;
    changed.emit();
  };
  /** A message answered and another one come between two checks look like none: the badge is right all the same. */
  const follow = (next: Work) => {
    const { on, seen } = state;
    if (JSON.stringify(seen) === JSON.stringify(next)) return;
    remember({ on, seen: next });
    if (!on || !seen) return;
    const added = {
      messages: Math.max(0, next.messages - seen.messages),
      failedPayments: Math.max(0, next.failedPayments - seen.failedPayments),
    };
    if (added.messages + added.failedPayments > 0) notify(added, next);
  };
  const check = async ({ signal }: AbortController) => {
    await store.ready;
    const { token } = store.texts();
    if (token === undefined || signal.aborted) return;
    try {
      const next = await requestWork(origin, token, signal);
      if (signal.aborted) return;
      failing = false;
      show(next);
      if (next) follow(next);
      // Nobody else becomes an admin without a new login.
      else clearTimeout(timer);
    } catch (error) {
      if (signal.aborted) return;
      if (!failing) logFailure("Checking for what waits failed", error);
      failing = true;
    }
  };
  const stop = () => {
    clearTimeout(timer);
    running.abort();
  };
  const checkRepeatedly = () => {
    timer = setTimeout(checkRepeatedly, checkIntervalMs);
    running.abort();
    running = new AbortController();
    void check(running);
  };

  timer = setTimeout(checkRepeatedly, firstCheckAfterMs);
  store.onChange(({ name, text }) => {
    if (name !== "token") return;
    stop();
    show(null);
    // What waited for one admin is no news to the next.
    if (text === null) remember({ ...state, seen: null });
    else checkRepeatedly();
  });
  app.on("will-quit", stop);

  return {
    current: () => work,
    onChange: (listener) => void changed.add(listener),
    isOn: () => state.on,
    setOn: (on) => remember({ ...state, on }),
    stop,
  };
}
