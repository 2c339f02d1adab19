import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("run-api.ts", import.meta.url));

/** Starts the API, without pages, in a child process with the given environment. */
export async function startApiProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  /** Resolves with the exit code; null after SIGKILL. */
  const kill = async (signal: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  for await (const origin of createInterface(child.stdout)) return { origin, kill };
  throw new Error("The API did not start.");
}
