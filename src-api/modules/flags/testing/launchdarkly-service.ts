import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { LaunchDarklySettings } from "#api/infra/launchdarkly-settings.ts";
import { createEventStream, type EventStream } from "#api/infra/streams/event-stream.ts";

/** How the service behaves: as it should, or in one of the ways in which it may fail. */
export type Mood = "well" | "hanging" | "garbage" | "failing";

const sdkKey = "sdk-of-the-test";

/** Returns a flag in the format of LaunchDarkly's server-side SDKs; the value may be of any type. */
const presentForServer = (key: string, value: unknown, version: number) => ({
  key,
  version,
  on: true,
  variations: [value, false],
  fallthrough: { variation: 0 },
  offVariation: 1,
  targets: [],
  rules: [],
  prerequisites: [],
  salt: "salt",
});

/** The flags of an environment, and the streams that follow them. */
class Environment {
  readonly flags = new Map<string, ReturnType<typeof presentForServer>>();
  readonly streams = new Set<EventStream>();
  #version = 1;

  set(key: string, value: unknown): void {
    const flag = presentForServer(key, value, ++this.#version);
    this.flags.set(key, flag);
    for (const stream of this.streams) stream.send("patch", { path: `/flags/${key}`, data: flag });
  }

  remove(key: string): void {
    this.flags.delete(key);
    const version = ++this.#version;
    for (const stream of this.streams) stream.send("delete", { path: `/flags/${key}`, version });
  }

  all() {
    return { flags: Object.fromEntries(this.flags), segments: {} };
  }

  join(response: ServerResponse): void {
    const stream = createEventStream();
    this.streams.add(stream);
    stream.body.once("close", () => this.streams.delete(stream));
    stream.send("put", { path: "/", data: this.all() });
    stream.body.pipe(response);
  }
}

export type LaunchDarklyService = Awaited<ReturnType<typeof startLaunchDarklyService>>;

/**
 * Starts a service that speaks the protocol of LaunchDarkly's server-side SDKs: `/all` (stream),
 * `/sdk/latest-all` (polling), `/bulk` and `/diagnostic` (events).
 */
export async function startLaunchDarklyService({ port = 0 } = {}) {
  const environment = new Environment();
  const events: unknown[] = [];
  const requests: { path: string; headers: IncomingMessage["headers"] }[] = [];
  const state: { mood: Mood } = { mood: "well" };

  const answerFlags = (path: string, response: ServerResponse) => {
    const isStream = path === "/all";
    response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
    if (state.mood === "garbage") return void response.end("event: put\ndata: {<html>\n\n");
    if (isStream) return environment.join(response);
    return void response.end(JSON.stringify(environment.all()));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = "", headers } = request;
    requests.push({ path, headers });
    const body = await text(request);
    if (state.mood === "hanging") return;
    if (state.mood === "failing") return void response.writeHead(503).end();
    if (headers.authorization !== sdkKey) return void response.writeHead(401).end();
    if (path === "/all" || path === "/sdk/latest-all") return answerFlags(path, response);
    if (path === "/bulk" || path === "/diagnostic") {
      events.push(...[JSON.parse(body) as unknown].flat());
      return void response.writeHead(202).end();
    }
    return void response.writeHead(404).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as AddressInfo; // listens on a port
  const origin = `http://127.0.0.1:${bound}`;
  const settings: LaunchDarklySettings = {
    sdkKey,
    baseUri: origin,
    streamUri: origin,
    eventsUri: origin,
    streaming: true,
  };
  return {
    port: bound,
    /** Settings of a portal that follows this service. */
    settings,
    /** What was sent to the events endpoints. */
    events,
    requests,
    set: (key: string, value: unknown) => environment.set(key, value),
    remove: (key: string) => environment.remove(key),
    /** Ends all streams, as a restart of the service does. */
    cut: () => server.closeAllConnections(),
    become: (mood: Mood) => void (state.mood = mood),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
