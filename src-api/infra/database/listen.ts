import { setTimeout as delay } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";

/**
 * Subscribes to NOTIFY on a channel (a plain name) and returns a function that unsubscribes. `heard` is
 * also called after a lost connection, when notifications may have been missed: listeners reload their
 * data each time.
 */
export type Listen = (channel: string, heard: () => void) => Promise<() => Promise<void>>;

/** Waits between two attempts to connect, in ms; the last one is repeated. */
const waits = [100, 300, 1000, 3000, 10_000];
/** Time between two checks whether an idle connection is still alive, in ms. */
const askEvery = 30_000;

/** Listens on one connection until it is lost or closed. */
async function hear(databaseUrl: string, channel: string, heard: () => void, end: AbortSignal) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  const close = () => void client.end().catch(() => {}); // it may already be lost
  const lost = new Promise<void>((resolve) => {
    client.on("end", resolve);
    client.on("error", () => resolve());
  });
  client.on("notification", heard);
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    close();
    throw error;
  }
  end.addEventListener("abort", close);
  if (end.aborted) close();
  const ask = setInterval(() => client.query("select 1").catch(close), askEvery);
  const gone = lost.finally(() => {
    clearInterval(ask);
    end.removeEventListener("abort", close);
    close();
  });
  return { gone };
}

/** Listens on a separate connection to PostgreSQL, and reconnects whenever it is lost. */
export function listenPostgres(databaseUrl: string): Listen {
  return async (channel, heard) => {
    const ending = new AbortController();
    const first = Promise.withResolvers<void>();
    const run = async () => {
      for (let attempt = 0; !ending.signal.aborted; attempt++) {
        const connection = await hear(databaseUrl, channel, heard, ending.signal).catch(() => null);
        first.resolve();
        if (connection) {
          attempt = 0;
          heard();
          await connection.gone;
        }
        const wait = waits[Math.min(attempt, waits.length - 1)];
        await delay(wait, undefined, { signal: ending.signal }).catch(() => {}); // closed
      }
    };
    const done = run();
    await first.promise;
    return async () => {
      ending.abort();
      await done;
    };
  };
}

/** Listens on the embedded database, which no other process uses. */
export const listenPglite =
  (client: PGlite): Listen =>
  (channel, heard) =>
    client.listen(channel, heard).then((unlisten) => () => unlisten());
