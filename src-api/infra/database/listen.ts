import { setTimeout as delay } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { createListeners } from "#shared/listeners.ts";

/**
 * Subscribes to NOTIFY messages of any process on a channel (a plain name). Resolves once
 * listening, to a function that unsubscribes. `notified` may be called several times for a message, and
 * is called without one after every gap in which messages may have been missed, so the caller should
 * read the data again. `connected` is called with
 * false when such a gap begins, or when the first attempt to listen fails, and with true when it ends.
 */
export type Listen = (
  channel: string,
  notified: (message?: string) => void,
  connected?: (isConnected: boolean) => void,
) => Promise<() => Promise<void>>;

/** Channel of changes to what everybody sees, notified by triggers: commands count, too. */
export const publicContentChannel = "public_content";

/** Channels on which a process hears of its own changes before their transaction resolves. */
const ownChannels = [publicContentChannel];

/** Delays between attempts to connect; the last one is repeated. */
const retryDelaysMs = [100, 300, 1000, 3000, 10_000];
/** Interval of the check whether an idle connection is still alive. */
const checkEveryMs = 30_000;

/** Opens a connection that listens until it is lost or `end` aborts. */
async function openListener(
  databaseUrl: string,
  channel: string,
  notified: (message?: string) => void,
  end: AbortSignal,
) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  const close = () => void client.end().catch(() => {}); // may be lost already
  const lost = new Promise<void>((resolve) => {
    client.on("end", resolve);
    client.on("error", () => resolve());
  });
  client.on("notification", ({ payload }) => notified(payload));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    close();
    throw error;
  }
  end.addEventListener("abort", close);
  if (end.aborted) close();
  const check = setInterval(() => client.query("select 1").catch(close), checkEveryMs);
  const closed = lost.finally(() => {
    clearInterval(check);
    end.removeEventListener("abort", close);
    close();
  });
  return { closed };
}

export function createPoolNotifications() {
  const { add, emit } = createListeners<pg.Notification>();
  return {
    /** Prepares a new connection of the pool. */
    onConnect: async (client: pg.ClientBase): Promise<void> => {
      client.on("notification", emit);
      for (const channel of ownChannels) await client.query(`listen ${channel}`);
    },
    /** Calls `notified` for every message on a channel. Returns the function that stops that. */
    add: (channel: string, notified: (message?: string) => void) =>
      add((notification) => {
        if (notification.channel === channel) notified(notification.payload);
      }),
  };
}

/** Listens on a PostgreSQL connection of its own, which reconnects, and on those of the pool. */
export function listenPostgres(
  databaseUrl: string,
  pool: Pick<ReturnType<typeof createPoolNotifications>, "add">,
): Listen {
  return async (channel, notified, connected) => {
    const removeFromPool = pool.add(channel, notified);
    const ending = new AbortController();
    const first = Promise.withResolvers<void>();
    const run = async () => {
      for (let attempt = 0; !ending.signal.aborted; attempt++) {
        const connection = await openListener(databaseUrl, channel, notified, ending.signal).catch(
          () => null,
        );
        connected?.(connection !== null);
        first.resolve();
        if (connection) {
          attempt = 0;
          notified();
          await connection.closed;
          connected?.(false);
        }
        const waitMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)];
        await delay(waitMs, undefined, { signal: ending.signal }).catch(() => {}); // unsubscribed
      }
    };
    const done = run();
    await first.promise;
    return async () => {
      removeFromPool();
      ending.abort();
      await done;
    };
  };
}

/** Listens in the embedded database, which no other process uses. */
export const listenPglite =
  (client: PGlite): Listen =>
  (channel, notified) =>
    client.listen(channel, notified).then((unlisten) => () => unlisten());
