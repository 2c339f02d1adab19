import { flagKeys } from "#shared/flags.ts";

/** How requests are answered: with the values, not at all, with a status, or with this text. */
type Mode = "up" | "hanging" | number | { body: string };

type FakeStream = {
  context: unknown;
  emit: (event: string, data: unknown) => void;
  /** The connection breaks. */
  fail: () => void;
};

function contextIn(url: string): unknown {
  const encoded = (url.split("/").at(-1) ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return JSON.parse(atob(encoded));
}

/** A fake flag service, as clients see it. */
export class FakeFlagService {
  mode: Mode = "up";
  /** How streams are answered, if not like requests; a hanging stream receives no changes. */
  streamMode: "up" | "hanging" | number | null = null;
  /** While true, answers are held back until `release`, with the values from when they were requested. */
  holding = false;
  /** The addresses of all requests, and the contexts of those for values. */
  readonly urls: string[] = [];
  readonly requested: unknown[] = [];
  /** The open streams. */
  readonly streams = new Set<FakeStream>();
  readonly held: (() => void)[] = [];
  readonly flags: Record<string, { value: unknown; version: number }> = Object.fromEntries(
    Object.values(flagKeys).map((key) => [key, { value: false, version: 1 }]),
  );
  #version = 1;

  /** Sets a value and sends it to the open streams. */
  set(key: string, value: unknown): void {
    this.#version += 1;
    this.flags[key] = { value, version: this.#version };
    for (const stream of this.streams) stream.emit("patch", { key, ...this.flags[key] });
  }

  /** Removes a flag. */
  remove(key: string): void {
    this.#version += 1;
    delete this.flags[key];
    for (const stream of this.streams) stream.emit("delete", { key, version: this.#version });
  }

  release(): void {
    this.held.splice(0).forEach((answer) => answer());
  }

  /** Returns the text of an answer. */
  get body(): string {
    return typeof this.mode === "object" ? this.mode.body : JSON.stringify(this.flags);
  }
}

/** The part of `XMLHttpRequest` that the SDK uses. */
const requestsTo = (service: FakeFlagService) =>
  class extends EventTarget {
    status = 0;
    responseText = "";
    readonly statusText = "";
    readonly getResponseHeader = () => "application/json";
    readonly setRequestHeader = () => {};
    #url = "";
    #aborted = false;

    open(_method: string, url: string) {
      this.#url = url;
    }

    abort() {
      this.#aborted = true;
    }

    send() {
      service.urls.push(this.#url);
      service.requested.push(contextIn(this.#url));
      if (service.mode === "hanging") return;
      this.status = typeof service.mode === "number" ? service.mode : 200;
      this.responseText = service.body;
      const answer = () => void (!this.#aborted && this.dispatchEvent(new Event("load")));
      if (service.holding) service.held.push(answer);
      else queueMicrotask(answer);
    }
  };

/** The part of `EventSource` that the SDK uses. */
const streamsOf = (service: FakeFlagService) =>
  class {
    onerror: ((event: object) => void) | null = null;
    onopen: (() => void) | null = null;
    readonly #listeners = new Map<string, (event: { data: string }) => void>();
    readonly #stream: FakeStream;
    #open = false;

    constructor(url: string) {
      service.urls.push(url);
      this.#stream = {
        context: contextIn(url),
        emit: (event, data) => {
          if (!this.#open || service.streamMode === "hanging") return;
          this.#listeners.get(event)?.({ data: JSON.stringify(data) });
        },
        fail: () => {
          service.streams.delete(this.#stream);
          this.onerror?.({});
        },
      };
      service.streams.add(this.#stream);
      queueMicrotask(() => this.#begin());
    }

    #begin() {
      const mode = service.streamMode ?? service.mode;
      if (mode === "hanging" || !service.streams.has(this.#stream)) return;
      if (typeof mode === "number") return this.#stream.fail();
      this.#open = true;
      this.onopen?.();
      this.#listeners.get("put")?.({ data: service.body });
    }

    addEventListener(event: string, listener: (event: { data: string }) => void) {
      this.#listeners.set(event, listener);
    }

    close() {
      service.streams.delete(this.#stream);
    }
  };

/** Replaces the network by a fake flag service, for the real SDK. */
export function installFakeFlagService(): FakeFlagService {
  const service = new FakeFlagService();
  Object.assign(window, { XMLHttpRequest: requestsTo(service), EventSource: streamsOf(service) });
  return service;
}
