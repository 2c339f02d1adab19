import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { chromiumFlags, disabledFeatures, switches } from "./command-line.ts";
import { proxyDevTools } from "./devtools-proxy.ts";
import { devtools } from "./devtools.ts";
import { toWeb } from "../schemes/schemes.ts";
import { startSchemeServer } from "../schemes/scheme-server.ts";
import { startedWith } from "../started-with.ts";

/** Debian's binaries without their wrapper scripts; the variable overrides them. */
const executable =
  process.env["STANDIN_CHROMIUM"] ??
  [
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium",
  ].find((path) => existsSync(path));

let chromium: ChildProcess | null = null;

function chromiumArguments(folder: string, schemePort: number): string[] {
  const passed = startedWith.args.filter(
    (arg) =>
      arg.startsWith("--") && !/^--(inspect|remote-debugging|user-data-dir|no-sandbox)/.test(arg),
  );
  const added = [...switches].flatMap(([name, value]) =>
    name === "disable-features" ? [] : value ? `--${name}=${value}` : `--${name}`,
  );
  const features = [...disabledFeatures, ...(switches.get("disable-features") ?? "").split(",")];
  return [
    ...chromiumFlags,
    ...passed,
    ...added,
    `--disable-features=${features.filter(Boolean).join(",")}`,
    // The app's schemes resolve to our server; all other hosts except this machine are not found.
    `--host-resolver-rules=MAP *.localhost:80 127.0.0.1:${schemePort}, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    `--user-data-dir=${folder}`,
    "--remote-debugging-pipe",
    "--remote-debugging-port=0",
  ];
}

/** Starts the process. Resolves with its DevTools address, or null if it exited immediately. */
async function startProcess(args: string[]): Promise<string | null> {
  if (!executable) throw new Error("electron stand-in: there is no Chromium; see STANDIN_CHROMIUM");
  const child = spawn(executable, args, {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: `${join(import.meta.dirname, "../bin")}:${process.env["PATH"]}`,
      DBUS_SESSION_BUS_ADDRESS: "/dev/null",
      DBUS_SYSTEM_BUS_ADDRESS: "unix:path=/dev/null",
    },
  });
  chromium = child;
  const [, , errors, out, input] = child.stdio;
  devtools.connect(out as Writable, input as Readable); // pipes, as asked for above
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("exit", () => resolve(null));
    createInterface({ input: errors as Readable }).on("line", (line) => {
      const endpoint = /^DevTools listening on (ws:.*)/.exec(line)?.[1];
      if (endpoint) resolve(endpoint);
      else if (process.env["STANDIN_DEBUG"]) console.error(line);
    });
  });
}

/**
 * Has Chromium hand telephone links to xdg-open without a question, which would take all further clicks. Electron never asks: the app
 * prevents these navigations.
 */
function allowTelephoneLinks(folder: string): void {
  const file = join(folder, "Default/Preferences");
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  const pairs = { [toWeb("app://portal")]: { tel: true } };
  writeFileSync(
    file,
    JSON.stringify({ protocol_handler: { allowed_origin_protocol_pairs: pairs } }),
  );
}

/** Starts Chromium with a profile in the app's data folder, and prints its address for Playwright. */
export async function launchChromium(sessionData: string, onExit: () => void): Promise<void> {
  const folder = join(sessionData, "Chromium");
  allowTelephoneLinks(folder);
  const args = chromiumArguments(folder, await startSchemeServer());
  let endpoint: string | null = null;
  // After a kill, the old Chromium locks the profile for a moment.
  for (let attempt = 0; attempt < 20 && !endpoint; attempt++) {
    if (attempt > 0) await sleep(250);
    endpoint = await startProcess(args);
  }
  if (!endpoint) throw new Error("electron stand-in: Chromium does not start");
  chromium?.on("exit", onExit);
  await devtools.send("Target.setDiscoverTargets", { discover: true });
  await devtools.send("Fetch.enable", {
    patterns: [{ urlPattern: "*", resourceType: "Document" }],
  });
  // The headless shell ignores downloads unless they are allowed.
  const downloads = { behavior: "allow", downloadPath: join(sessionData, "Downloads") };
  await devtools.send("Browser.setDownloadBehavior", downloads);
  console.error(`DevTools listening on ${await proxyDevTools(endpoint)}`);
}

/** Closes Chromium gracefully, so that the pages' storage is on disk. */
export async function closeChromium(): Promise<void> {
  if (!chromium || chromium.exitCode !== null) return;
  const exited = once(chromium, "exit");
  const timer = setTimeout(() => chromium?.kill("SIGKILL"), 5_000);
  devtools.send("Browser.close").catch(() => {});
  await exited;
  clearTimeout(timer);
}
