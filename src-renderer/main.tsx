import * as z from "zod/mini";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { watchLanguageChoices } from "#renderer/app/account-language.ts";
import { App } from "#renderer/app/app.tsx";
import { surviveForeignChanges } from "#renderer/app/foreign-changes.ts";
import { prepareFirstPage } from "#renderer/app/pages.ts";
import { watchFailures } from "#renderer/app/notifications.ts";
import {
  hydrateFlags,
  servedPage,
  hydratePage,
  type HydrationCallbacks,
} from "#renderer/app/hydrate-page.tsx";
import { keepFocus } from "#renderer/components/keep-focus.ts";
import { ChunkLoadError } from "#renderer/components/load-chunk.ts";
import { isPartOn } from "#shared/parts.ts";
import { configureClient } from "#renderer/api-client/client.ts";
import { startFlags } from "#renderer/flags/flag-store.ts";
import { startLiveFlags } from "#renderer/flags/live-flags.ts";
import { requestedLanguage, startI18n } from "#renderer/i18n/i18n.ts";
import { brand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { startPreferences } from "#renderer/preferences/preferences-store.ts";
import { startPurchase } from "#renderer/purchase/purchase-store.ts";
import { watchTyping } from "#renderer/platform/typed-fields.ts";
import { startSession } from "#renderer/session/start-session.ts";
import { createStyleRenderer } from "#renderer/theme/style-renderer.ts";

// Otherwise zod tries `new Function`, which the content security policy reports.
z.config({ jitless: true });

/** Logs a caught error for developers. A missing chunk is not logged: the page says so. */
function logCaught(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where developers look
  if (!(error instanceof ChunkLoadError)) console.error(error);
}

/** Logs that the markup of the server is not what the browser renders, which is a defect. */
function logMismatch(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where developers look
  console.error(error);
}

const styleRenderer = createStyleRenderer();

const browserApp = (calls?: HydrationCallbacks) => (
  <App styleRenderer={styleRenderer} {...calls}>
    {/* Nothing suspends here: a transition would only delay a navigation behind other renders. */}
    {(content) => <BrowserRouter useTransitions={false}>{content}</BrowserRouter>}
  </App>
);

/** Starts everything in order, then renders. Not a top-level await: other chunks import this one. */
async function start(root: HTMLElement): Promise<void> {
  // A task of its own: the page is in use already, and running this code has just blocked it.
  if (window.inputBeforeHydration) await new Promise((resolve) => setTimeout(resolve));
  surviveForeignChanges();
  await platform.load();
  configureClient({
    token: () => platform.read("token"),
    language: requestedLanguage,
    isPartOn: (part) => isPartOn(brand, part),
    stored: async (queryKey) =>
      (await import("#renderer/features/offline/stored-answers.ts")).readAnswer(queryKey),
  });
  watchFailures();
  watchLanguageChoices();
  watchTyping();
  keepFocus(root);
  startPreferences();
  startPurchase();
  startFlags();
  void startSession();
  const served = servedPage(root);
  if (served) hydrateFlags(served);
  const texts = startI18n();
  const page = prepareFirstPage();
  await texts;
  const options = { onCaughtError: logCaught, onRecoverableError: logMismatch };
  if (served) await hydratePage(root, served, browserApp, options);
  else {
    await page;
    createRoot(root, options).render(browserApp());
  }
  startLiveFlags();
}

const root = document.getElementById("root");
if (root) void start(root);
