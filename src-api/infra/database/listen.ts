import { setTimeout as delay } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";

/**
 * Hears what any process tells with NOTIFY on a channel (a plain name), from when it resolves until
 * what it gives is called. `heard` is also called after every time in which something may have been
 * missed: whoever listens reads again what he is interested in.
 */
export type Listen = (channel: string, heard: () => void) => Promise<() => Promise<void>>;

/** Waits between two attempts to connect, in ms; the last one is repeated. */
const waits = [100, 300, 1000, 3000, 10_000];
/** How often a connection that says nothing is asked whether it still lives, in ms. */
const askEvery = 30_000;

/** One connection that listens until it is lost or told to end. */
async function hear(databaseUrl: string, channel: string, heard: () => void, end: AbortSignal) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  const close = () => void client.end().catch(() => {}); // it may be lost already
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

/** Listens on a connection of its own to PostgreSQL, and on a new one whenever that is lost. */
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
        await delay(wait, undefined, { signal: ending.signal }).catch(() => {}); // told to end
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

/** Listens within the embedded database, which no other process uses. */
export const listenPglite =
  (client: PGlite): Listen =>
  (channel, heard) =>
    client.listen(channel, heard).then((unlisten) => () => unlisten());
