import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { dumpPostgres } from "./postgres-tools.ts";

const withPassword = new URL("postgres://ringside@127.0.0.1:1/ringside?sslmode=disable");
withPassword.password = "s@cret";
const url = withPassword.href;

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

test("The password is handed over in the environment, where other users cannot see it", async () => {
  const out = join(folder.path, "seen");
  await folder.write({ pg_dump: `#!/bin/sh\necho "$@ / $PGPASSWORD" > ${out}\n` });
  await chmod(join(folder.path, "pg_dump"), 0o700);
  vi.stubEnv("PATH", `${folder.path}:${process.env["PATH"]}`);
  await dumpPostgres(url, "copy");
  const seen = await readFile(out, "utf8");
  expect(seen).toContain("postgres://ringside@127.0.0.1:1/ringside?sslmode=disable");
  expect(seen).toMatch(/ \/ s@cret\n$/);
});

test("Without PostgreSQL's client the failure says what to install", async () => {
  vi.stubEnv("PATH", folder.path);
  await expect(dumpPostgres(url, "copy")).rejects.toThrow(
    "pg_dump cannot be run. Install PostgreSQL's client",
  );
});

test("A failure contains what the program wrote", async () => {
  await folder.write({ pg_dump: "#!/bin/sh\necho 'version mismatch' >&2\nexit 1\n" });
  await chmod(join(folder.path, "pg_dump"), 0o700);
  vi.stubEnv("PATH", `${folder.path}:${process.env["PATH"]}`);
  await expect(dumpPostgres(url, "copy")).rejects.toThrow("pg_dump failed:\nversion mismatch");
});
