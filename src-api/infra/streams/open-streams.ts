import type { EventStream } from "./event-stream.ts";

export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // Otherwise nginx buffers the events.
  "x-accel-buffering": "no",
};

/** Retry-After in seconds for a stream that exceeds the limits. */
export const retryStreamAfterSeconds = 30;

/** Interval of keep-alive comments: proxies and browsers close connections that are idle for a minute or more. */
const keepAliveEveryMs = 15_000;

/** The open streams of one kind of this process, each with whom it belongs to. */
export class OpenStreams<Viewer> {
  readonly #streams = new Map<EventStream, Viewer>();
  readonly #ending = new AbortController();
  readonly #tick: () => void;
  #keepAlive: NodeJS.Timeout | undefined;

  /** `tick` is called as often as streams are kept alive, while there are any. */
  constructor(tick: () => void = () => {}) {
    this.#tick = tick;
  }

  /** Aborts when the server closes. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Adds a stream until it closes. Ends it, and returns false, while the server closes. */
  add(stream: EventStream, viewer: Viewer): boolean {
    if (this.ending.aborted) {
      stream.end();
      return false;
    }
    this.#streams.set(stream, viewer);
    stream.body.once("close", () => this.remove(stream));
    this.#keepAlive ??= setInterval(() => {
      for (const each of this.#streams.keys()) each.keepAlive();
      this.#tick();
    }, keepAliveEveryMs);
    return true;
  }

  remove(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#stopTimer();
  }

  /** Returns the open streams; some may close while they are gone through. */
  all(): [EventStream, Viewer][] {
    return [...this.#streams];
  }

  /** Ends all streams, so that the server can close. */
  end(): void {
    this.#ending.abort();
    this.#stopTimer();
    for (const stream of this.#streams.keys()) stream.end();
  }

  #stopTimer(): void {
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
  }
}
