import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a script of an installed package with the current Node; the user sees its output. */
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

/** Runs a build. Returns whether it succeeded. */
export async function runBuild(
  name: string,
  script: string,
  options: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const [code] = await once(runPackage(name, script, options, environment), "exit");
  return code === 0;
}
