import { app, dialog } from "electron";
import { registerPortalScheme } from "./protocol/app-protocol.ts";
import { deepLinkIn, deepLinkPath } from "./links/deep-links.ts";
import { ConfigError } from "./desktop-config.ts";
import { named, textsIn } from "./desktop-texts.ts";
import { defaultLanguage } from "../src-shared/languages.ts";
import { logFailure } from "./log.ts";
import { prepareShell, type Shell } from "./shell.ts";

let shell: Shell | null = null;
/** A link that came before there was a window. */
let awaited = deepLinkIn(process.argv);

function open(path: string | null): void {
  if (shell) shell.open(path);
  else awaited = path ?? awaited;
}

async function start(): Promise<void> {
  await app.whenReady();
  shell = await prepareShell();
  shell.open(awaited);
}

function explainFailure(error: unknown): void {
  const { failure } = textsIn(defaultLanguage);
  logFailure(named(failure.start), error);
  dialog.showErrorBox(
    named(failure.start),
    error instanceof ConfigError ? error.message : failure.renderer,
  );
  app.exit(1);
}

// Before ready, so that no process of a page ever runs without them.
app.enableSandbox();
registerPortalScheme();

if (app.requestSingleInstanceLock()) {
  app.on("second-instance", (_event, argv) => open(deepLinkIn(argv)));
  app.on("open-url", (event, url) => {
    event.preventDefault();
    open(deepLinkPath(url));
  });
  start().catch(explainFailure);
} else {
  app.quit();
}
