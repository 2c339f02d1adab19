import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { browserPath, wholeBrowser } from "./browser-path.ts";

/** Runs a command with its output shown. Returns false when it fails or does not exist. */
function run(command: string, args: string[]): boolean {
  console.log(`> ${[command, ...args].join(" ")}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "inherit", env: environment }).status === 0;
}

const playwright = fileURLToPath(import.meta.resolve("@playwright/test/cli"));

const aptInstall = (name: string) =>
  process.getuid?.() === 0 &&
  run("apt-get", ["update", "-qq"]) &&
  run("apt-get", ["install", "-y", "-qq", name]);

/** Ways to install a browser, tried in order. */
const ways = [
  () => run(process.execPath, [playwright, "install", "chromium"]),
  () => aptInstall("chromium-headless-shell"),
  () => aptInstall("chromium"),
];

// Specs take twice as long in the whole browser.
if (browserPath() === wholeBrowser) aptInstall("chromium-headless-shell");

if (!browserPath()) {
  console.log("There is no browser to test in: getting one.");
  ways.find((way) => way() && browserPath());
  if (browserPath()) console.log(`Testing in ${browserPath()}.`);
  else {
    console.error(
      "No browser could be had. Install chromium-headless-shell or chromium and try again.",
    );
    process.exitCode = 1;
  }
}
