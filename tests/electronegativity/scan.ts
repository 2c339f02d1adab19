import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import packageJson from "../../package.json" with { type: "json" };

/** A finding: the check, and the file and line of code. */
export type Finding = { check: string; file: string; code: string };

/** The result of a scan; `errors` lists files that could not be parsed, with the reason. */
export type ScanResult = { findings: Finding[]; errors: { file: string; message: string }[] };

/** ms; a scan takes two seconds on an idle machine. */
const patience = 50_000;

const resultSchema = z.object({
  errors: z.array(z.object({ file: z.string(), message: z.string() })),
  issues: z.array(z.object({ id: z.string(), file: z.string(), sample: z.optional(z.string()) })),
});

const key = ({ check, file, code }: Finding) => `${file}\0${check}\0${code}`;

/** Sorts by file and check, not by line numbers, which change with every edit. */
export const sorted = (findings: Finding[]) =>
  findings.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

/**
 * Runs all checks that need no network on the files (.js, .html, package.json) in a folder. It uses a
 * separate process, because Electronegativity defines globals and exits on some errors. Rejects if that
 * process exits without a result.
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
