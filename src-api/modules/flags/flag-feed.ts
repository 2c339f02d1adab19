import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../infra/database/connect.ts";
import type { Listen } from "../../infra/database/listen.ts";
import type { Logger } from "../../infra/services.ts";
import type { EventStream } from "./event-stream.ts";
import { flagsChannel, readFlags, type FeatureFlag } from "./flag-store.ts";
import { presentAllForSdk, presentForSdk } from "./present.ts";

type Source = { database: Database; listen: Listen; log: Logger };

/**
 * Interval of keep-alive comments in ms: proxies and browsers close connections that are idle for a
 * minute or more.
 */
const keepAliveEvery = 15_000;

/**
 * Delay in ms before the flags are read again after a failure: the first one, doubling, and the
 * longest.
 */
const retryAfter = { first: 100, longest: 10_000 };

/** The flags for the streams of this process, updated on changes by any process. */
export class FlagFeed {
  readonly #source: Source;
  readonly #streams = new Set<EventStream>();
  #flags: FeatureFlag[] = [];
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | null = null;
  #stopListening = async () => {};
  #keepAlive: NodeJS.Timeout | undefined;
  readonly #ending = new AbortController();

  constructor(source: Source) {
    this.#source = source;
  }

  /** Subscribes to changes by any process. */
  async start(): Promise<void> {
    this.#stopListening = await this.#source.listen(flagsChannel, () => void this.#onChanged());
    this.#keepAlive = setInterval(() => {
      for (const stream of this.#streams) stream.keepAlive();
    }, keepAliveEvery);
  }

  /** Returns the flags in the database; while it does not answer, the last known ones. */
  async current(): Promise<FeatureFlag[]> {
    await this.#refresh().catch((error: unknown) => {
      if (this.#flags.length === 0) throw error;
      this.#source.log.warn({ err: error }, "the flags cannot be read, the last known are given");
    });
    return this.#flags;
  }

  /** Sends all flags on a stream now, then each change until the stream closes. */
  async join(stream: EventStream): Promise<void> {
    const flags = await this.current();
    if (this.#ending.signal.aborted) return stream.end();
    this.#streams.add(stream);
    stream.body.once("close", () => this.#streams.delete(stream));
    stream.send("put", presentAllForSdk(flags));
  }

  /** Ends all streams, so that the server can close. */
  end(): void {
    this.#ending.abort();
    clearInterval(this.#keepAlive);
    for (const stream of this.#streams) stream.end();
  }

  async stop(): Promise<void> {
    this.end();
    await this.#stopListening();
    await this.#reading.catch(() => {}); // its callers handle it
  }

  /**
   * Reads until it succeeds: a change is announced only once, possibly while the database does not
   * answer.
   */
  async #onChanged(): Promise<void> {
    const { signal } = this.#ending;
    for (let wait = retryAfter.first; !signal.aborted; wait *= 2) {
      try {
        return await this.#refresh();
      } catch (err) {
        this.#source.log.warn({ err }, "the flags cannot be read");
        const ms = Math.min(wait, retryAfter.longest);
        await pause(ms, undefined, { signal }).catch(() => {}); // closing
      }
    }
  }

  /** Resolves once the flags were read after this call; concurrent calls share one reading. */
  #refresh(): Promise<void> {
    this.#nextReading ??= this.#reading
      .catch(() => {}) // retried by the next reading
      .then(() => {
        this.#nextReading = null;
        return this.#read();
      });
    this.#reading = this.#nextReading;
    return this.#nextReading;
  }

  async #read(): Promise<void> {
    const before = new Map(this.#flags.map((flag) => [flag.key, flag.version]));
    this.#flags = await readFlags(this.#source.database);
    const changed = this.#flags.filter(({ key, version }) => version !== before.get(key));
    // Versions decrease when the database is restored; a patch cannot express that.
    const older = changed.some(({ key, version }) => version < (before.get(key) ?? 0));
    for (const stream of this.#streams) {
      if (older) stream.send("put", presentAllForSdk(this.#flags));
      else
        for (const flag of changed) stream.send("patch", { key: flag.key, ...presentForSdk(flag) });
    }
  }
}
