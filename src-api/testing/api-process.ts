import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const runApi = [fileURLToPath(new URL("run-api.ts", import.meta.url))];

function spawnApi(
  environment: Record<string, string>,
  stderr: "inherit" | "pipe",
  script: readonly string[] = runApi,
) {
  const child = spawn(process.execPath, script, {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", stderr],
  });
  return { child, exited: once(child, "exit") };
}

/** Runs an API whose start fails. Returns its exit code and what it wrote to standard error. */
export async function failToStart(environment: Record<string, string>) {
  const { child, exited } = spawnApi(environment, "pipe");
  const stderrText = child.stderr ? text(child.stderr) : "";
  const [code] = await exited;
  return { code, stderrText: await stderrText };
}

/**
 * Starts the API in a child process with the given environment.
 *
 * @param script path and arguments of the script; without it, the API has no pages
 */
export async function startApiProcess(
  environment: Record<string, string>,
  script?: readonly string[],
) {
  const { child, exited } = spawnApi(environment, "inherit", script);
  const { stdout, pid } = child;
  if (!stdout || pid === undefined) throw new Error("The API was not started.");
  /** What the API printed: notices, and its log. */
  const printed: string[] = [];
  const origin = await new Promise<string>((resolve, reject) => {
    void exited.then(() => reject(new Error("The API did not start.")));
    createInterface(stdout).on("line", (line) => {
      printed.push(line);
      const found = / runs at (\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  /** Resolves with the exit code; null after SIGKILL. */
  const kill = async (signal: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return { origin, pid, printed, kill };
}
