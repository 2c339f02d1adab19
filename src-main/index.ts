import { app, dialog } from "electron";
import { registerPortalScheme } from "./protocol/app-protocol.ts";
import { deepLinkIn, deepLinkPath } from "./links/deep-links.ts";
import { ConfigError } from "./desktop-config.ts";
import { named, textsIn } from "./desktop-texts.ts";
import { defaultLanguage } from "../src-shared/languages.ts";
import { logFailure } from "./log.ts";
import { prepareShell, type Shell } from "./shell.ts";

let shell: Shell | null = null;
/** The path of a link that arrived before the shell was ready. */
let pendingPath = deepLinkIn(process.argv);

function open(path: string | null): void {
  if (shell) shell.open(path);
  else pendingPath = path ?? pendingPath;
}

async function start(): Promise<void> {
  await app.whenReady();
  shell = await prepareShell();
  shell.open(pendingPath);
}

function showStartFailure(error: unknown): void {
  const { failure } = textsIn(defaultLanguage);
  logFailure(named(failure.start), error);
  dialog.showErrorBox(
    named(failure.start),
    error instanceof ConfigError ? error.message : failure.renderer,
  );
  app.exit(1);
}

// Both must happen before the app is ready, so that they apply to every renderer process.
app.enableSandbox();
registerPortalScheme();

if (app.requestSingleInstanceLock()) {
  app.on("second-instance", (_event, argv) => open(deepLinkIn(argv)));
  app.on("open-url", (event, url) => {
    event.preventDefault();
    open(deepLinkPath(url));
  });
  start().catch(showStartFailure);
} else {
  app.quit();
}
