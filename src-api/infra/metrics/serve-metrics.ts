import { once } from "node:events";
import { createServer } from "node:http";
import { isIP, type AddressInfo } from "node:net";
import { hostname } from "node:os";
import { Registry } from "prom-client";

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
