import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

let stop = async () => {};

/** A host of the API that answers as told, until `stopApiHost`; its origin. */
export async function apiHost(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

/** Closes the host that was opened last, if any, and its connections. */
export async function stopApiHost(): Promise<void> {
  await stop();
  stop = async () => {};
}
