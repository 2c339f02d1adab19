import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutation } from "./mutation.ts";
import { protections } from "./protections.ts";
import { rules } from "./rules.ts";
import { runTests } from "./run-tests.ts";
import { fileOf } from "./sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const mutations = [...protections, ...rules];

/** Copies the repository, including uncommitted changes, to a temporary folder. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "ringside-mutations-"));
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root });
  for (const file of list.toString().split("\0").filter(Boolean)) {
    // A file that was deleted and not committed yet is still listed.
    await cp(join(root, file), join(copy, file)).catch(() => {});
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Fails unless the tests pass as long as nothing is broken. */
async function expectPassing(copy: string): Promise<void> {
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const { failed } = await runTests(copy, files);
  if (failed.length > 0) throw new Error(`These fail without a mutation: ${failed.join("; ")}`);
}

/** Breaks one thing in the copy, runs its tests, and puts the file right again. */
async function survives(mutation: Mutation, copy: string): Promise<boolean> {
  const { find, replacement, tests, breaks } = mutation;
  const file = fileOf(mutation, copy);
  const source = await readFile(file, "utf8");
  await writeFile(
    file,
    source.replace(find, () => replacement),
  );
  const { failed, passed } = await runTests(copy, tests);
  await writeFile(file, source);
  const caught = `caught by ${failed.length} of ${failed.length + passed} tests: ${failed[0]}`;
  console.log(`${breaks}: ${failed.length > 0 ? caught : "NOT NOTICED"}`);
  return failed.length === 0;
}

const copy = await copyRepository();
try {
  await expectPassing(copy);
  const unnoticed: string[] = [];
  for (const mutation of mutations) {
    if (await survives(mutation, copy)) unnoticed.push(mutation.breaks);
  }
  console.log(
    `${mutations.length - unnoticed.length} of ${mutations.length} mutations are caught.`,
  );
  if (unnoticed.length > 0) process.exitCode = 1;
} finally {
  await rm(copy, { recursive: true, force: true });
}
