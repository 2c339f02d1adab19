import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const script = fileURLToPath(new URL("renew-process.ts", import.meta.url));

const measured = z.object({
  ms: z.number(),
  /** Processor time of the process in the meantime, in user mode. */
  cpuMs: z.number(),
  /** Peak memory of the process (RSS), with the embedded database if that is used. */
  peakMB: z.number(),
});
export type MeasuredRun = z.infer<typeof measured>;

/**
 * Starts a process that renews what is due, and resolves when it begins with it. `charged` resolves when
 * so many charges were answered, `kill` ends it at once, and `done` resolves with what it measured, or null
 * when it was killed.
 */
export async function startRenewals(environment: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines = createInterface(child.stdout);
  const printed: string[] = [];
  lines.on("line", (line) => void printed.push(line));
  await Promise.race([once(lines, "line"), exited]);
  if (printed[0] !== "ready") throw new Error("The renewals did not start.");
  const done = exited.then(([code]): MeasuredRun | null => {
    if (code === null) return null;
    if (code !== 0) throw new Error(`The renewals ended with ${code}.`);
    return measured.parse(JSON.parse(printed.at(-1) ?? ""));
  });
  const charged = async (count: number) => {
    while (printed.filter((line) => line === "charged").length < count) {
      await Promise.race([once(lines, "line"), exited]);
      if (child.exitCode !== null) throw new Error(`There were not ${count} charges.`);
    }
  };
  return { charged, kill: () => void child.kill("SIGKILL"), done };
}
