import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder of a test file. */
export type TemporaryFolder = {
  path: string;
  /** Writes files by their paths in the folder; null removes a file, or a folder with its content. */
  write(files: Record<string, string | Buffer | null>): Promise<void>;
  remove(): Promise<void>;
};

/** Creates an empty folder among the system's temporary files. Remove it afterwards. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "ringside-test-"));
  const write: TemporaryFolder["write"] = async (files) => {
    for (const [name, content] of Object.entries(files)) {
      const file = join(path, name);
      if (content === null) await rm(file, { recursive: true, force: true });
      else {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    }
  };
  return { path, write, remove: () => rm(path, { recursive: true, force: true }) };
}
