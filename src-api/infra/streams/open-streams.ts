import type { EventStream } from "./event-stream.ts";

/** Headers of an answer that is a stream of events. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // Otherwise nginx buffers the events.
  "x-accel-buffering": "no",
};

/** Retry-After in seconds for a stream that exceeds the limits. */
export const retryStreamAfter = 30;

/**
 * Interval of keep-alive comments in ms: proxies and browsers close connections that are idle for a
 * minute or more.
 */
const keepAliveEvery = 15_000;

/** The open streams of one kind of this process, each with whom it belongs to. */
export class OpenStreams<Viewer> {
  readonly #streams = new Map<EventStream, Viewer>();
  readonly #ending = new AbortController();
  #keepAlive: NodeJS.Timeout | undefined;

  /** Aborts when the server closes. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  get count(): number {
    return this.#streams.size;
  }

  /** Starts to keep idle streams alive. `tick` is called as often. */
  start(tick: () => void = () => {}): void {
    this.#keepAlive = setInterval(() => {
      for (const stream of this.#streams.keys()) stream.keepAlive();
      tick();
    }, keepAliveEvery);
  }

  /** Adds a stream until it closes. Ends it, and returns false, while the server closes. */
  add(stream: EventStream, viewer: Viewer): boolean {
    if (this.ending.aborted) {
      stream.end();
      return false;
    }
    this.#streams.set(stream, viewer);
    stream.body.once("close", () => this.remove(stream));
    return true;
  }

  remove(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  /** Returns the open streams; some may close while they are gone through. */
  all(): [EventStream, Viewer][] {
    return [...this.#streams];
  }

  /** Ends all streams, so that the server can close. */
  end(): void {
    this.#ending.abort();
    clearInterval(this.#keepAlive);
    for (const stream of this.#streams.keys()) stream.end();
  }
}
