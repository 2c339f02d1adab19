import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer, type RawData } from "ws";
import { toApp, toWeb } from "./schemes.ts";

const options = { perMessageDeflate: false, maxPayload: 2 ** 30 };

const textOf = (data: RawData): string => (data as Buffer).toString(); // as text frames come

/** Offline, pages know it, but the app's own schemes need no network: Electron serves them still. */
const offlineAsInElectron = (text: string) =>
  text.replace('"Network.emulateNetworkConditions"', '"Network.overrideNetworkState"');

/** A popup that is about to be closed; Playwright is not to see it. */
function hidePopup(text: string, hidden: Set<string>, chromium: WebSocket): boolean {
  if (text.startsWith('{"method":"Target.')) {
    const { targetInfo, sessionId } = JSON.parse(text).params;
    if (targetInfo?.openerId) {
      if (sessionId) {
        hidden.add(sessionId);
        // It waits for a debugger, and its opener waits for it.
        chromium.send(
          JSON.stringify({ id: 0, sessionId, method: "Runtime.runIfWaitingForDebugger" }),
        );
      }
      return true;
    }
    if (hidden.has(sessionId)) return true;
  }
  return hidden.values().some((id) => text.endsWith(`"sessionId":"${id}"}`));
}

function connect(client: WebSocket, endpoint: string): void {
  const chromium = new WebSocket(endpoint, options);
  const opened = once(chromium, "open");
  const hidden = new Set<string>();
  client.on("message", async (data) => {
    await opened;
    chromium.send(toWeb(offlineAsInElectron(textOf(data))));
  });
  chromium.on("message", (data) => {
    const text = textOf(data);
    if (!hidePopup(text, hidden, chromium)) client.send(toApp(text));
  });
  client.on("close", () => chromium.close());
  chromium.on("close", () => client.close());
  chromium.on("error", () => client.close());
}

/** Playwright's way to Chromium: it shows `app://` addresses, and no denied popups. */
export async function proxyDevTools(endpoint: string): Promise<string> {
  const server = new WebSocketServer({ ...options, host: "127.0.0.1", port: 0 });
  server.on("connection", (client) => connect(client, endpoint));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `ws://127.0.0.1:${port}/devtools/browser/standin`;
}
