import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { extensionNames } from "#api/infra/database/open-pglite.ts";
import { BackupError } from "./backup-error.ts";

/** The schemas of a portal: its tables, its migrations, its jobs. */
const schemas = ["public", "drizzle", "pgboss"];

/** Runs a program of PostgreSQL's client. Throws a BackupError with what it wrote if it fails or is missing. */
async function runTool(
  tool: "pg_dump" | "pg_restore" | "psql",
  args: readonly string[],
  databaseUrl?: string,
): Promise<void> {
  const connection = databaseUrl ? withoutPassword(databaseUrl) : null;
  const child = spawn(tool, [...(connection ? ["--dbname", connection.url] : []), ...args], {
    env: { ...process.env, ...connection?.environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const stderrText = text(child.stderr).catch(() => "");
  const [code] = await once(child, "close").catch((cause: unknown) => {
    throw new BackupError(
      `${tool} cannot be run. Install PostgreSQL's client, of the server's version or newer (Debian: apt-get install postgresql-client).`,
      { cause },
    );
  });
  if (code !== 0) throw new BackupError(`${tool} failed:\n${(await stderrText).trim()}`);
}

/** Takes the password out of an address: other users of the machine see the arguments of a program. */
function withoutPassword(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return { url: url.href, environment: password ? { PGPASSWORD: password } : {} };
}

/** Writes a consistent copy of the portal's schemas to a file, in pg_dump's custom format. */
export const dumpPostgres = (databaseUrl: string, file: string): Promise<void> =>
  runTool(
    "pg_dump",
    [
      "--format=custom",
      "--no-owner",
      "--no-privileges",
      ...schemas.map((schema) => `--schema=${schema}`),
      // They are left out of a copy of schemas unless they are named.
      ...extensionNames.map((extension) => `--extension=${extension}`),
      `--file=${file}`,
    ],
    databaseUrl,
  );

/** Converts a copy to SQL, in which psql can restore it. Throws a BackupError if it cannot be read. */
export const convertToSql = (dump: string, file: string): Promise<void> =>
  runTool("pg_restore", ["--no-owner", "--no-privileges", `--file=${file}`, dump]);

/**
 * Replaces the portal's schemas by those of a copy that was converted to SQL, in one transaction: if
 * anything fails, the database is as before.
 *
 * @param folder where a script can be written
 */
export async function restorePostgres(
  databaseUrl: string,
  sql: string,
  folder: string,
): Promise<void> {
  const first = `${folder}/drop-schemas.sql`;
  await writeFile(first, `drop schema if exists ${schemas.join(", ")} cascade;\n`);
  const options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"];
  await runTool("psql", [...options, `--file=${first}`, `--file=${sql}`], databaseUrl);
}
