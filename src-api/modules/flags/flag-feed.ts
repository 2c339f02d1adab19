import type { Database } from "#api/infra/database/connect.ts";
import type { Listen } from "#api/infra/database/listen.ts";
import type { Logger } from "#api/infra/services.ts";
import type { EventStream } from "#api/infra/streams/event-stream.ts";
import { OpenStreams } from "#api/infra/streams/open-streams.ts";
import { SharedReading } from "#api/infra/streams/shared-reading.ts";
import { tryUntilDone } from "#api/infra/try-until-done.ts";
import { flagsChannel, readFlags, type FeatureFlag } from "./flag-store.ts";
import { presentAllForSdk, presentForSdk } from "./present.ts";

type Source = { database: Database; listen: Listen; log: Logger };

/** The flags for the streams of this process, updated on changes by any process. */
export class FlagFeed {
  readonly #source: Source;
  readonly #streams = new OpenStreams<null>();
  readonly #reading = new SharedReading(() => this.#read());
  #flags: FeatureFlag[] = [];
  #stopListening = async () => {};

  constructor(source: Source) {
    this.#source = source;
  }

  /** Subscribes to changes by any process. */
  async start(): Promise<void> {
    this.#stopListening = await this.#source.listen(flagsChannel, () => void this.#onChanged());
  }

  /** Returns the flags in the database; while it does not answer, the last known ones. */
  async current(): Promise<FeatureFlag[]> {
    await this.#reading.refresh().catch((error: unknown) => {
      if (this.#flags.length === 0) throw error;
      this.#source.log.warn({ err: error }, "the flags cannot be read, the last known are given");
    });
    return this.#flags;
  }

  /** Sends all flags on a stream now, then each change until the stream closes. */
  async join(stream: EventStream): Promise<void> {
    const flags = await this.current();
    if (this.#streams.add(stream, null)) stream.send("put", presentAllForSdk(flags));
  }

  /** Ends all streams, so that the server can close. */
  end(): void {
    this.#streams.end();
  }

  async stop(): Promise<void> {
    this.end();
    await this.#stopListening();
    await this.#reading.settled();
  }

  /** Reads until it succeeds: a change is announced only once. */
  #onChanged(): Promise<void> {
    return tryUntilDone(() => this.#reading.refresh(), {
      signal: this.#streams.ending,
      onFailure: (err) => this.#source.log.warn({ err }, "the flags cannot be read"),
    });
  }

  async #read(): Promise<void> {
    const before = new Map(this.#flags.map((flag) => [flag.key, flag.version]));
    this.#flags = await readFlags(this.#source.database);
    const changed = this.#flags.filter(({ key, version }) => version !== before.get(key));
    // Versions decrease when the database is restored; a patch cannot express that.
    const older = changed.some(({ key, version }) => version < (before.get(key) ?? 0));
    for (const [stream] of this.#streams.all()) {
      if (older) stream.send("put", presentAllForSdk(this.#flags));
      else
        for (const flag of changed) stream.send("patch", { key: flag.key, ...presentForSdk(flag) });
    }
  }
}
