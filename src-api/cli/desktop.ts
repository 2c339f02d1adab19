import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { readConfig, type Config } from "../config.ts";
import { builtRenderer, startServer } from "../server.ts";
import { demoNotice } from "./announce.ts";
import { BuildError, buildRendererIfStale } from "./build-renderer.ts";
import { explainFailure } from "./explain-failure.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs a script of a package with the Node that runs this, in sight of the user. */
function run(name: string, script: string, options: string[], environment = {}): ChildProcess {
  const file = fileURLToPath(new URL(script, import.meta.resolve(`${name}/package.json`)));
  const env = { ...process.env, ...environment };
  return spawn(process.execPath, [file, ...options], { cwd: root, env, stdio: "inherit" });
}

/** Builds what the desktop app adds to the interface: its main process and its preload script. */
async function buildShell(): Promise<void> {
  const options = ["build", "--mode", "desktop", "--ignoreConfigWarning", "--logLevel", "error"];
  const [code] = await once(run("electron-vite", "bin/electron-vite.js", options), "exit");
  if (code !== 0) throw new BuildError("The desktop app could not be built; see above.");
}

/** The API in this process and the app in one of its own; both end when either does. */
async function startDesktop(config: Config): Promise<void> {
  await buildRendererIfStale(builtRenderer, () => say("Building the interface…"));
  await buildShell();
  const server = await startServer(config);
  if (server.demo) say(demoNotice(server.demo));
  const app = run("electron", "cli.js", [".", ...process.argv.slice(2)], {
    PORTAL_API_ORIGIN: server.origin,
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

let config: Config | null = null;
try {
  config = readConfig(process.env);
  await startDesktop(config);
} catch (error) {
  const sentence = explainFailure(error, config);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
