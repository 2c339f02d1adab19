import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("run-api.ts", import.meta.url));

/** Starts the API, without pages, in a process of its own with that environment. */
export async function startApiProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const kill = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    await exited;
  };
  for await (const origin of createInterface(child.stdout)) return { origin, kill };
  throw new Error("The API did not start.");
}
