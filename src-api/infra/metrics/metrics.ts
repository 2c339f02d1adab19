import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { PoolUse } from "#api/infra/database/connect.ts";
import type { Jobs } from "#api/infra/jobs/jobs.ts";
import { passwordQueueLength } from "#api/infra/passwords/passwords.ts";
import { onMetric } from "./metric-events.ts";
import { once } from "node:events";
import { createServer } from "node:http";
import { isIP, type AddressInfo } from "node:net";
import { hostname } from "node:os";

/** Where values are read that are not reported by themselves. */
export type MetricSources = {
  jobs: Pick<Jobs, "count">;
  poolUse: (() => PoolUse) | null;
};

/** Upper bounds of the durations of requests, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = {
  answered: (request: { method: string; route: string; status: number; seconds: number }) => void;
  render: () => Promise<string>;
  close: () => void;
};

function countRequests(registers: Registry[]): Metrics["answered"] {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time until a request was answered, without streams of events.",
    labelNames: ["method", "route", "status"] as const,
    buckets,
    registers,
  });
  return ({ method, route, status, seconds }) =>
    durations.observe({ method, route, status }, seconds);
}

/** Counts events where they are reported. Returns a function that stops counting. */
function countReports(registers: Registry[]): (() => void)[] {
  const streams = new Gauge({
    name: "portal_open_streams",
    help: "Open streams of events.",
    registers,
  });
  const mails = new Counter({
    name: "portal_mails_total",
    help: "Mails by outcome; failed ones are tried again.",
    labelNames: ["outcome"] as const,
    registers,
  });
  const charges = new Counter({
    name: "portal_charges_total",
    help: "Charges of kept cards by outcome.",
    labelNames: ["outcome"] as const,
    registers,
  });
  const violations = new Counter({
    name: "portal_csp_violations_total",
    help: "Violations of the Content-Security-Policy that browsers reported, by directive.",
    labelNames: ["directive"] as const,
    registers,
  });
  return [
    onMetric("violation", (directive) => violations.inc({ directive })),
    onMetric("stream", (by) => streams.inc(by)),
    onMetric("mail", (outcome) => mails.inc({ outcome })),
    onMetric("charge", (outcome) => charges.inc({ outcome })),
  ];
}

function readQueues({ jobs, poolUse }: MetricSources, registers: Registry[]): void {
  const waiting = new Gauge({
    name: "portal_passwords_waiting",
    help: "Passwords that wait for a thread (hashes), or for admission to that queue.",
    labelNames: ["queue"] as const,
    registers,
    collect: () => {
      for (const [queue, length] of Object.entries(passwordQueueLength())) {
        waiting.set({ queue }, length);
      }
    },
  });
  const counted = new Gauge({
    name: "portal_jobs",
    help: "Jobs of all processes: to run later (waiting), now (due), running, failed.",
    labelNames: ["job", "state"] as const,
    registers,
    collect: async () => {
      const counts = await jobs.count().catch(() => []); // the other metrics matter most then
      counted.reset();
      for (const { name: job, state, count } of counts) counted.set({ job, state }, count);
    },
  });
  if (!poolUse) return;
  const connections = new Gauge({
    name: "portal_database_connections",
    help: "Connections to the database (total, idle), and requests that wait for one.",
    labelNames: ["state"] as const,
    registers,
    collect: () => {
      for (const [state, count] of Object.entries(poolUse())) connections.set({ state }, count);
    },
  });
}

/** Creates the metrics of requests, streams, mails, charges, queues, connections and the process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = countRequests([registry]);
  const ends = countReports([registry]);
  readQueues(sources, [registry]);
  return {
    answered,
    render: () => registry.metrics(),
    close: () => {
      for (const end of ends) end();
      registry.clear();
    },
  };
}

/** Returns whether a request names this server: a page of another site could resolve its name to it (DNS rebinding). */
function isOwnHost(header: string | undefined, host: string): boolean {
  const name = URL.parse(`http://${header ?? ""}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return (
    isIP(name) !== 0 || ["localhost", hostname(), host].some((own) => own.toLowerCase() === name)
  );
}

export type MetricsServer = { origin: string; close(): Promise<void> };

/** Serves metrics at `/metrics` of an address of their own, away from the portal's visitors. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  render: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, host)) {
      response.writeHead(403).end();
      return;
    }
    if (request.method !== "GET" || request.url?.replace(/\?.*/, "") !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    render().then(
      (text) =>
        response.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  const bound = server.address() as AddressInfo; // not a pipe: listens on host and port
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return {
    origin: `http://${name}:${bound.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
