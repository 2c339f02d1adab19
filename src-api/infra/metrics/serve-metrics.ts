import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { sumOfCluster } from "./cluster-metrics.ts";

export type MetricsServer = { origin: string; close(): Promise<void> };

/** Serves metrics at `/metrics` of an address of their own, away from the portal's visitors. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  render: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.replace(/\?.*/, "") !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    render().then(
      (text) =>
        response.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(503).end(), // a worker is being replaced
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

/** Serves the metrics of all workers, from their primary. */
export const serveClusterMetrics = (address: {
  host: string;
  port: number;
}): Promise<MetricsServer> => serveMetrics(address, sumOfCluster());
