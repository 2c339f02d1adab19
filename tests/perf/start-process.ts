import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const startScript = fileURLToPath(new URL("../../src-api/cli/start.ts", import.meta.url));

/** Starts the portal in a child process, as `npm start` does. */
export async function startProcess(environment: Record<string, string>) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [startScript], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const close = async () => {
    child.kill();
    await exited;
  };
  for await (const line of createInterface(child.stdout)) {
    const origin = / runs at (\S+)$/.exec(line)?.[1];
    if (origin) return { origin, close };
  }
  throw new Error("The API process did not start.");
}
