import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program, and returns what it printed. Rejects with its output if it fails. */
export async function runTool(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(program, args, { env, maxBuffer: 2 ** 26 });
  return stdout.trim();
}
