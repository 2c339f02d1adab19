import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { embeddedFlagEnvironment as environment } from "#shared/flags.ts";
import { emitMetric } from "#api/infra/metrics/metric-events.ts";
import { createSharedAnswers } from "#api/infra/public-content/public-content.ts";
import { createEventStream, type EventStream } from "#api/infra/streams/event-stream.ts";
import {
  retryStreamAfterSeconds,
  streamHeaders,
  OpenStreams,
} from "#api/infra/streams/open-streams.ts";
import { clientNetwork } from "#api/infra/throttle/networks.ts";
import { readFlags, flagsChannel, type FeatureFlag } from "./flag-store.ts";
import { presentAllForSdk, presentForSdk } from "./admin-routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Listen } from "#api/infra/database/listen.ts";
import type { Logger } from "#api/infra/services.ts";
import { retryUntilDone } from "#api/infra/retry-until-done.ts";

const maxContextLength = 8192;

/** A context of a single kind (`key`), a legacy user without a kind, or a context of several kinds. */
const contextSchema = z.union([
  z.object({ kind: z.literal("multi") }),
  z.object({ key: z.string().check(z.minLength(1)) }),
]);

const parseContext = (text: string): unknown =>
  JSON.parse(utf8.decode(Buffer.from(text, "base64url")));

const utf8 = new TextDecoder("utf-8", { fatal: true });

function isContext(text: string): boolean {
  try {
    return contextSchema.safeParse(parseContext(text)).success;
  } catch {
    return false;
  }
}

/** The context in a request address of LaunchDarkly's SDKs: validated, but not used. */
const encodedContextSchema = z
  .string()
  .check(
    z.maxLength(maxContextLength, { abort: true }),
    z.regex(/^[\w-]+={0,2}$/, { abort: true }),
    z.refine(isContext),
  );

/** A wildcard, since contexts may be longer than the limit for parameters. */
const params = z.object({ "*": encodedContextSchema });

/** The addresses contain user contexts: not logged, and no part of our own API. */
const warningsOnly = { logLevel: "warn", schema: { hide: true } } as const;

/** Maximum number of open streams of one process: total, and per client network. */
export const streamLimits = { total: 2000, perNetwork: 500 };

/** Counts the open streams, so that one network cannot take all of them. */
class StreamCount {
  #total = 0;
  readonly #byNetwork = new Map<string, number>();

  /** Counts one more stream; returns false, without counting it, at a limit. */
  add(network: string): boolean {
    const count = this.#byNetwork.get(network) ?? 0;
    if (this.#total >= streamLimits.total || count >= streamLimits.perNetwork) return false;
    this.#total += 1;
    this.#byNetwork.set(network, count + 1);
    return true;
  }

  remove(network: string): void {
    const count = this.#byNetwork.get(network) ?? 0;
    this.#total -= 1;
    if (count > 1) this.#byNetwork.set(network, count - 1);
    else this.#byNetwork.delete(network);
  }
}

/** Serves the flags, once and as a stream of events. */
function flagRoutes(app: FastifyInstance, feed: FlagFeed): void {
  const open = new StreamCount();
  const forContext = { ...warningsOnly, schema: { ...warningsOnly.schema, params } };

  const answers = createSharedAnswers<object>(app.portal, 1);
  const make = async () => {
    const value = presentAllForSdk(await readFlags(app.portal.database));
    return { value, validUntil: null };
  };
  app.get(`/sdk/evalx/${environment}/contexts/*`, forContext, async () => {
    try {
      return (await answers.get("flags", make)).value;
    } catch {
      return presentAllForSdk(await feed.current()); // logs the failure, and returns the last known
    }
  });

  // A HEAD request would open a stream that nobody reads.
  const stream = { ...forContext, exposeHeadRoute: false };
  app.get(`/eval/${environment}/*`, stream, async ({ ip }, reply) => {
    const events = createEventStream();
    const network = clientNetwork(ip);
    if (!open.add(network)) {
      return reply.code(503).header("retry-after", retryStreamAfterSeconds).send();
    }
    emitMetric("stream", 1);
    events.body.once("close", () => {
      open.remove(network);
      emitMetric("stream", -1);
    });
    try {
      await feed.join(events);
    } catch (error) {
      events.body.destroy();
      throw error;
    }
    return reply.headers(streamHeaders).send(events.body);
  });
}

/** Accepts and discards the usage reports of the SDK, so that it does not retry. */
async function reports(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_, __, done) => done(null));
  for (const kind of ["bulk", "diagnostic"]) {
    app.post(`/events/${kind}/${environment}`, warningsOnly, (_, reply) => reply.code(202).send());
  }
}

/** Serves the embedded flag service in the protocol of LaunchDarkly's client-side SDKs. */
export default async function sdkRoutes(app: FastifyInstance): Promise<void> {
  const feed = new FlagFeed({ ...app.portal, log: app.log });
  app.addHook("onReady", () => feed.start());
  app.addHook("preClose", async () => feed.end());
  app.addHook("onClose", () => feed.stop());
  flagRoutes(app, feed);
  app.get(`/sdk/goals/${environment}`, warningsOnly, async () => []);
  await app.register(reports);
}

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
    return retryUntilDone(() => this.#reading.refresh(), {
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

/** Readings of the same data, of which one runs at a time. */
class SharedReading {
  readonly #read: () => Promise<void>;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Resolves once the data were read after this call; concurrent calls share one reading. */
  refresh(): Promise<void> {
    this.#next ??= this.#reading
      .catch(() => {}) // retried by the next reading
      .then(() => {
        this.#next = null;
        return this.#read();
      });
    this.#reading = this.#next;
    return this.#next;
  }

  /** Resolves when no reading is under way. */
  async settled(): Promise<void> {
    await this.#reading.catch(() => {}); // its callers handle it
  }
}
