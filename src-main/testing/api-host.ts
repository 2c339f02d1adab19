import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

let stop = async () => {};

/** Starts an API host with a request listener and returns its origin. It runs until `stopApiHost`. */
export async function apiHost(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

/** Stops the host started last, if any, and closes its connections. */
export async function stopApiHost(): Promise<void> {
  await stop();
  stop = async () => {};
}
