import { once } from "node:events";
import closeWithGrace from "close-with-grace";
import type { Config } from "#api/config.ts";
import { startServer } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { demoNotice } from "./announce.ts";
import { buildRendererIfStale } from "./build/build-renderer.ts";
import { buildShell } from "./build/build-shell.ts";
import { ignoreClosedOutput } from "./command-process.ts";
import { explainFailure } from "./explain-failure.ts";
import { loopbackOrigin } from "./loopback-origin.ts";
import { runPackage } from "./build/run-package.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Starts the API in this process and the app in a child process; both end when either does. */
async function startDesktop(config: Config): Promise<void> {
  await buildRendererIfStale(() => print("Building the interface…"));
  await buildShell(config.brandDir);
  const server = await startServer(config);
  if (server.demo) print(demoNotice(server.demo));
  const app = runPackage("electron", "cli.js", [".", ...process.argv.slice(2)], {
    PORTAL_API_ORIGIN: loopbackOrigin(server.origin),
  });
  const ending = closeWithGrace({ logger: server.app.log }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, "ending after a failure that nobody caught");
    app.kill();
    await server.close();
  });
  const [code] = await once(app, "exit");
  if (code) {
    process.stderr.write("The desktop app ended with a failure; see above. Without Electron's\n");
    process.stderr.write("binary (npx install-electron) it cannot run on this machine.\n");
    process.exitCode = 1;
  }
  ending.close();
}

ignoreClosedOutput();
let config: Config | null = null;
try {
  config = readSettings();
  await startDesktop(config);
} catch (error) {
  const sentence = explainFailure(error, config);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
