import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a script of an installed package with the Node that runs this, in sight of the user. */
export function runPackage(
  name: string,
  script: string,
  options: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const file = fileURLToPath(new URL(script, import.meta.resolve(`${name}/package.json`)));
  const env = { ...process.env, ...environment };
  return spawn(process.execPath, [file, ...options], { cwd: root, env, stdio: "inherit" });
}
