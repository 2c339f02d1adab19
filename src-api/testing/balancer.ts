import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Ms between two questions whether an instance is ready. */
const pollIntervalMs = 50;

/** A proxy in front of several instances. Close it afterwards. */
export type Balancer = {
  origin: string;
  /** The instances that get requests, in turn: those that say that they are ready. */
  readonly ready: readonly string[];
  close(): Promise<void>;
};

const isReady = (origin: string) =>
  fetch(`${origin}/api/health/ready`, { headers: { connection: "close" } }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts a proxy that asks the instances whether they are ready, and never sends a request twice. */
export async function startBalancer(instances: readonly string[]): Promise<Balancer> {
  let ready: string[] = [];
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const { method, headers, url = "/" } = incoming;
    const instance = ready[turn++ % ready.length];
    if (!instance) return void answer.writeHead(503).end();
    const passed = request(instance + url, { method, headers, agent: false }, (got) => {
      const { connection: _, ...kept } = got.headers;
      answer.writeHead(got.statusCode ?? 502, kept);
      got.pipe(answer);
    });
    passed.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    incoming.pipe(passed);
  });
  const ended = new AbortController();
  const watch = async () => {
    while (!ended.signal.aborted) {
      const answers = await Promise.all(instances.map(isReady));
      ready = instances.filter((_, at) => answers[at]);
      await delay(pollIntervalMs);
    }
  };
  const watched = watch();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    get ready() {
      return ready;
    },
    close: async () => {
      ended.abort();
      await watched;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
