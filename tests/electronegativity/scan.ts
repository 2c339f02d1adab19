import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import packageJson from "../../package.json" with { type: "json" };

/** A row of Electronegativity's: which check, and the line of which file it means. */
export type Finding = { check: string; file: string; code: string };

/** What a scan gives; `errors` are files that it could not look at, and why. */
export type ScanResult = { findings: Finding[]; errors: { file: string; message: string }[] };

/** ms: a scan of ours takes two seconds on an idle machine. */
const patience = 50_000;

const resultSchema = z.object({
  errors: z.array(z.object({ file: z.string(), message: z.string() })),
  issues: z.array(z.object({ id: z.string(), file: z.string(), sample: z.optional(z.string()) })),
});

const key = ({ check, file, code }: Finding) => `${file}\0${check}\0${code}`;

/** By file and check. Lines are not counted: they move with everything above them. */
export const sorted = (findings: Finding[]) =>
  findings.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

/**
 * Runs all checks that need no network over the files (.js, .html, package.json) in a folder, in a
 * process of its own: it puts names into the global scope, and ends its process on some errors.
 * Rejects when that process ends without a result.
 */
export async function scan(folder: string): Promise<ScanResult> {
  const child = fork(
    fileURLToPath(new URL("run.ts", import.meta.url)),
    [folder, packageJson.devDependencies.electron],
    { silent: true, execArgv: [], timeout: patience, killSignal: "SIGKILL" },
  );
  let said = "";
  child.stdout?.on("data", (text) => (said += String(text)));
  child.stderr?.on("data", (text) => (said += String(text)));
  const result = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("close", (code, signal) =>
      reject(new Error(`Electronegativity ended with ${code ?? signal}. It said:\n${said}`)),
    );
  });
  const { errors, issues } = z.parse(resultSchema, result);
  const findings = issues.map(({ id, file, sample = "" }) => ({ check: id, file, code: sample }));
  return { errors, findings: sorted(findings) };
}
