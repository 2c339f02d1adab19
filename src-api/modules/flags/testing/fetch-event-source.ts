import { readEvents } from "#api/testing/event-stream.ts";

/** The part of EventSource that LaunchDarkly's SDK uses, for Node, which lacks it. */
export class FetchEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState: number = FetchEventSource.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  readonly #leaving = new AbortController();

  constructor(url: string) {
    super();
    void this.#run(url);
  }

  close(): void {
    this.readyState = FetchEventSource.CLOSED;
    this.#leaving.abort();
  }

  async #run(url: string): Promise<void> {
    try {
      const response = await fetch(url, { signal: this.#leaving.signal });
      if (!response.ok) throw new Error(`${response.status}`);
      this.readyState = FetchEventSource.OPEN;
      this.onopen?.();
      for await (const { type, data } of readEvents(response)) {
        this.dispatchEvent(new MessageEvent(type, { data }));
      }
      throw new Error("The stream ended.");
    } catch (error) {
      if (!this.#leaving.signal.aborted) this.onerror?.(error);
    }
  }
}
