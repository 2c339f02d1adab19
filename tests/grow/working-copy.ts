import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** A copy of the sources that can be changed and checked. */
export class WorkingCopy {
  readonly path: string;
  private constructor(path: string) {
    this.path = path;
  }

  /** Copies every file that is committed or could be; packages are shared. Remove it afterwards. */
  static async create(): Promise<WorkingCopy> {
    const path = await mkdtemp(join(tmpdir(), "ringside-grow-"));
    const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    const { stdout } = await run("git", list, { cwd: root, maxBuffer: 1e8 });
    for (const file of stdout.split("\n").filter(Boolean)) {
      await cp(join(root, file), join(path, file)).catch((error: unknown) => {
        // Deleted, but still in the index.
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      });
    }
    await symlink(join(root, "node_modules"), join(path, "node_modules"));
    const copy = new WorkingCopy(path);
    // Packages belong to the copy, whatever folder they are linked from.
    const config = await copy.read("tsconfig.base.json");
    const options = '"compilerOptions": {';
    await copy.write(
      "tsconfig.base.json",
      config.replace(options, `${options} "preserveSymlinks": true,`),
    );
    return copy;
  }

  read(file: string): Promise<string> {
    return readFile(join(this.path, file), "utf8");
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.path, file), text);
  }

  copy(from: string, to: string): Promise<void> {
    return cp(join(this.path, from), join(this.path, to), { recursive: true });
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }

  /** Runs a program of `node_modules/.bin`. Returns its output, also if it fails. */
  async run(program: string, ...args: string[]): Promise<string> {
    const options = {
      cwd: this.path,
      maxBuffer: 1e8,
      // Tests run on embedded databases, whatever server the environment names.
      env: { ...process.env, DATABASE_URL: undefined },
    };
    const script = join(root, "node_modules/.bin", program);
    return run(script, args, options).then(
      ({ stdout }) => stdout,
      (error: unknown) => {
        // A program that reports problems prints them and fails.
        if (error instanceof Error && "stdout" in error && typeof error.stdout === "string") {
          return error.stdout;
        }
        throw error;
      },
    );
  }
}
