import { relative } from "node:path";
import * as z from "zod/mini";
import type { WorkingCopy } from "./working-copy.ts";

/** A problem reported by the compiler or a test. */
export type Finding = {
  by: "compiler" | "test";
  /** Path of the source or the test. */
  file: string;
  /** Line of the source, or name of the test. */
  place: string;
  message: string;
};

const compilerError =
  /^(\S+?)\((\d+),\d+\): error TS\d+: ([\s\S]*?)(?=\n\S+\(\d+,\d+\): error|$)/gm;

async function compile(copy: WorkingCopy): Promise<Finding[]> {
  const output = (await copy.run("tsc", "-b", "--pretty", "false")).trim();
  const findings = [...output.matchAll(compilerError)].map(
    ([, file = "", line = "", message = ""]): Finding => ({
      by: "compiler",
      file,
      place: `line ${line}`,
      message,
    }),
  );
  if (output && findings.length === 0) throw new Error(`The compiler failed:\n${output}`);
  // several projects compile the same file
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}

/** Tests that compare a list with other places. */
const comparingTests = [
  "src-shared",
  "tests/locales.test.ts",
  "src-api/infra/database/migrations.isolated.test.ts",
];

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.optional(z.string()),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
});

const reportFile = "grow-report.json";

async function test(copy: WorkingCopy): Promise<Finding[]> {
  const report = ["--reporter=json", `--outputFile=${reportFile}`];
  const output = await copy.run("vitest", "run", "--project=node", ...report, ...comparingTests);
  const { testResults } = vitestReport.parse(JSON.parse(await copy.read(reportFile)));
  const isTested = (path: string) =>
    testResults.some(({ name }) => relative(copy.path, name).startsWith(path));
  const missing = comparingTests.filter((path) => !isTested(path));
  if (missing.length > 0) throw new Error(`Vitest did not run ${missing.join(", ")}:\n${output}`);
  return testResults
    .filter(({ status }) => status !== "passed")
    .flatMap(({ name, message = "", assertionResults }) => {
      const file = relative(copy.path, name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [{ by: "test" as const, file, place: "", message }];
      return failed.map(({ fullName, failureMessages }) => ({
        by: "test" as const,
        file,
        place: fullName,
        message: (failureMessages ?? []).join("\n"),
      }));
    });
}

/** Returns the errors of the compiler, or if there are none, of the tests. */
export async function findProblems(copy: WorkingCopy): Promise<Finding[]> {
  const errors = await compile(copy);
  return errors.length > 0 ? errors : test(copy);
}
