import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** How the unit tests went: names of those that failed, and how many passed. */
export type Outcome = { failed: string[]; passed: number };

/**
 * Runs unit tests in a copy of the repository.
 *
 * @param files parts of the paths of test files
 * @throws when no file has that path, or its tests could not be loaded
 */
export async function runTests(root: string, files: readonly string[]): Promise<Outcome> {
  const report = join(root, "mutation-report.json");
  await rm(report, { force: true });
  const args = [
    vitest,
    "run",
    ...files,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const output = await new Promise<string>((resolve) => {
    // A failing test ends vitest with a status other than 0: the report says which one it was.
    execFile(process.execPath, args, { cwd: root }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const text = await readFile(report, "utf8").catch(() => {
    throw new Error(`vitest wrote no report for ${files.join(", ")}:\n${output}`);
  });
  const { testResults, numPassedTests } = reportSchema.parse(JSON.parse(text));
  for (const file of files) {
    const ran = testResults.filter(({ name }) => name.includes(file));
    if (ran.some(({ assertionResults }) => assertionResults.length > 0)) continue;
    throw new Error(`No test ran in ${file}:\n${output}`);
  }
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed");
  return { failed: failed.map(({ fullName }) => fullName), passed: numPassedTests };
}
