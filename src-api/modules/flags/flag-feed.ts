import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../infra/database/connect.ts";
import type { Listen } from "../../infra/database/listen.ts";
import type { Logger } from "../../infra/services.ts";
import type { EventStream } from "./event-stream.ts";
import { flagsChannel, readFlags, type FeatureFlag } from "./flag-store.ts";
import { presentAllForSdk, presentForSdk } from "./present.ts";

type Source = { database: Database; listen: Listen; log: Logger };

/** Proxies and browsers give up on a connection that is silent for a minute or more. */
const keepAliveEvery = 15_000;

/** ms until a failed reading of what was told is tried again: the first time, doubling, and at most. */
const retryAfter = { first: 100, longest: 10_000 };

/** What the streams of this process know of the flags, and how they learn of changes. */
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

  /** Begins to hear changes that any process makes. */
  async start(): Promise<void> {
    this.#stopListening = await this.#source.listen(flagsChannel, () => void this.#heard());
    this.#keepAlive = setInterval(() => {
      for (const stream of this.#streams) stream.keepAlive();
    }, keepAliveEvery);
  }

  /** The flags as the database has them now; while it does not answer, as they were last. */
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
    await this.#reading.catch(() => {}); // whoever waits for it was told
  }

  /** Reads until it succeeds: a change is told once, and may be told while the database cannot answer. */
  async #heard(): Promise<void> {
    const { signal } = this.#ending;
    for (let wait = retryAfter.first; !signal.aborted; wait *= 2) {
      try {
        return await this.#refresh();
      } catch (err) {
        this.#source.log.warn({ err }, "the flags cannot be read");
        const ms = Math.min(wait, retryAfter.longest);
        await pause(ms, undefined, { signal }).catch(() => {}); // told to end
      }
    }
  }

  /** Resolves once the flags were read after this call; calls meanwhile share one reading. */
  #refresh(): Promise<void> {
    this.#nextReading ??= this.#reading
      .catch(() => {}) // the next one is another try
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
    // A database that was restored goes back in versions, which a patch cannot tell.
    const older = changed.some(({ key, version }) => version < (before.get(key) ?? 0));
    for (const stream of this.#streams) {
      if (older) stream.send("put", presentAllForSdk(this.#flags));
      else
        for (const flag of changed) stream.send("patch", { key: flag.key, ...presentForSdk(flag) });
    }
  }
}
