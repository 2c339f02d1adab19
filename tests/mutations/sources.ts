import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutation } from "./mutation.ts";

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** The source files below a folder, without tests. */
function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/**
 * Returns the file in a copy of the repository that holds the text of a mutation. Throws unless the
 * text stands there once: a mutation that changes nothing, or something else, proves nothing.
 */
export function fileOf({ folder, find, breaks }: Mutation, root: string): string {
  const hits = sourceFiles(join(root, folder)).flatMap((file) =>
    Array<string>(readFileSync(file, "utf8").split(find).length - 1).fill(file),
  );
  const [file, ...others] = hits;
  if (file && others.length === 0) return file;
  const found = file ? `stands ${hits.length} times (${hits.join(", ")})` : "is not found";
  throw new Error(
    `The mutation "${breaks}" (tests/mutations) needs an update: its text ${found} in ${folder}:\n${find}`,
  );
}
