import { app, dialog, Menu } from "electron";
import { registerPortalScheme } from "./protocol/app-protocol.ts";
import { deepLinkIn, parseDeepLink, type DeepLink } from "./links/deep-links.ts";
import { ConfigError } from "./desktop-config.ts";
import { withProductName, textsIn } from "./desktop-texts.ts";
import { defaultLanguage } from "#shared/languages.ts";
import { rendererFolder } from "./folders.ts";
import { logFailure } from "./log.ts";
import { openRendererFiles, type RendererFiles } from "./protocol/renderer-files.ts";
import { startShell, type Shell } from "./shell.ts";

let shell: Shell | null = null;
/** A link that arrived before the shell was ready. */
let pendingLink = deepLinkIn(process.argv);

function open(link: DeepLink | null): void {
  if (shell) shell.open(link);
  else pendingLink = link ?? pendingLink;
}

async function openFirstWindow(files: Promise<RendererFiles>): Promise<void> {
  await app.whenReady();
  shell = startShell(files, pendingLink);
}

async function start(): Promise<void> {
  const files = openRendererFiles(rendererFolder); // listed while Electron starts
  await Promise.all([openFirstWindow(files), files]);
}

function showStartFailure(error: unknown): void {
  const { failure } = textsIn(defaultLanguage);
  logFailure(withProductName(failure.start), error);
  dialog.showErrorBox(
    withProductName(failure.start),
    error instanceof ConfigError ? error.message : failure.renderer,
  );
  app.exit(1);
}

// Both must happen before the app is ready, so that they apply to every renderer process.
app.enableSandbox();
registerPortalScheme();
// Otherwise Electron builds a default menu, which ours would replace.
Menu.setApplicationMenu(null);

if (app.requestSingleInstanceLock()) {
  app.on("second-instance", (_event, argv) => open(deepLinkIn(argv)));
  app.on("open-url", (event, url) => {
    event.preventDefault();
    open(parseDeepLink(url));
  });
  start().catch(showStartFailure);
} else {
  app.quit();
}
