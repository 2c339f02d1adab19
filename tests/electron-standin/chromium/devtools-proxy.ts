import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer, type RawData } from "ws";
import { contentsByTarget } from "../page/page-session.ts";
import { popupRuns } from "../navigation/navigation-gate.ts";
import { toApp, toWeb } from "../schemes/schemes.ts";

const options = { perMessageDeflate: false, maxPayload: 2 ** 30 };

/** `targets`: the page of each of Playwright's sessions; `hidden`: the popup. */
type Connection = {
  chromium: WebSocket;
  hidden: Map<string, string>;
  targets: Map<string, string>;
};

/** ID of the only command that is not Playwright's. */
const ownId = 0;

const textOf = (data: RawData): string => (data as Buffer).toString(); // as text frames come

/** Offline mode affects what pages see, but not the app's schemes: Electron still serves them. */
const offlineAsInElectron = (text: string) =>
  text.replace('"Network.emulateNetworkConditions"', '"Network.overrideNetworkState"');

/** Once a test has sized a page, the window's bounds do not change the page any more. */
async function yieldSize(text: string, targets: Map<string, string>): Promise<void> {
  if (!text.includes('"Emulation.setDeviceMetricsOverride"')) return;
  const targetId = targets.get(JSON.parse(text).sessionId);
  await contentsByTarget.get(targetId ?? "")?.yieldSize();
}

/** A popup that is about to be closed. It is hidden from Playwright. */
function hidePopup(text: string, { hidden, targets, chromium }: Connection): boolean {
  if (text.startsWith('{"method":"Target.')) {
    const { targetInfo, sessionId } = JSON.parse(text).params;
    if (targetInfo && sessionId) targets.set(sessionId, targetInfo.targetId);
    if (targetInfo?.openerId) {
      if (sessionId) {
        hidden.set(sessionId, targetInfo.targetId);
        // It waits for a debugger, and its opener waits for it.
        chromium.send(
          JSON.stringify({ id: ownId, sessionId, method: "Runtime.runIfWaitingForDebugger" }),
        );
      }
      return true;
    }
    if (hidden.has(sessionId)) return true;
  }
  for (const [sessionId, targetId] of hidden) {
    if (!text.endsWith(`"sessionId":"${sessionId}"}`)) continue;
    if (text.startsWith(`{"id":${ownId},`)) popupRuns(targetId);
    return true;
  }
  return false;
}

function connect(client: WebSocket, endpoint: string): void {
  const chromium = new WebSocket(endpoint, options);
  const connection = {
    chromium,
    hidden: new Map<string, string>(),
    targets: new Map<string, string>(),
  };
  let sent: Promise<unknown> = once(chromium, "open");
  const forward = async (text: string) => {
    await yieldSize(text, connection.targets);
    chromium.send(toWeb(offlineAsInElectron(text)));
  };
  client.on("message", (data) => {
    sent = sent.then(() => forward(textOf(data))); // in order
  });
  chromium.on("message", (data) => {
    const text = textOf(data);
    if (!hidePopup(text, connection)) client.send(toApp(text));
  });
  client.on("close", () => chromium.close());
  chromium.on("close", () => client.close());
  chromium.on("error", () => client.close());
}

/** Connects Playwright to Chromium. Translates URLs to `app://` and hides denied popups. */
export async function proxyDevTools(endpoint: string): Promise<string> {
  const server = new WebSocketServer({ ...options, host: "127.0.0.1", port: 0 });
  server.on("connection", (client) => connect(client, endpoint));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `ws://127.0.0.1:${port}/devtools/browser/standin`;
}
