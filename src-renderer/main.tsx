import * as z from "zod/mini";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { prepareFirstPage } from "./app/first-page.ts";
import { watchFailures } from "./app/notifications.ts";
import { watchPresses } from "./components/last-pressed.ts";
import { ChunkLoadError } from "./components/load-chunk.ts";
import { configureClient } from "./api-client/client.ts";
import { startFlags } from "./flags/flag-store.ts";
import { startLiveFlags } from "./flags/live-flags.ts";
import { requestedLanguage, startI18n } from "./i18n/i18n.ts";
import { platform } from "./platform/current-platform.ts";
import { startPreferences } from "./preferences/preferences-store.ts";
import { startPurchase } from "./purchase/purchase-store.ts";
import { startSession } from "./session/start-session.ts";

// Otherwise zod tries `new Function`, which the content security policy reports.
z.config({ jitless: true });

/** Logs a caught error for developers. A missing chunk is not logged: the page says so. */
function logCaught(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where developers look
  if (!(error instanceof ChunkLoadError)) console.error(error);
}

/** Starts everything in order, then renders. Not a top-level await: other chunks import this one. */
async function start(): Promise<void> {
  await platform.load();
  configureClient({ token: () => platform.read("token"), language: requestedLanguage });
  watchFailures();
  watchPresses();
  startPreferences();
  startPurchase();
  startFlags();
  void startSession();
  const texts = startI18n();
  prepareFirstPage();
  await texts;
  const root = document.getElementById("root");
  if (root) createRoot(root, { onCaughtError: logCaught }).render(<App />);
  startLiveFlags();
}

void start();
