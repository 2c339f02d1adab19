import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { extensionNames } from "#api/infra/database/open-pglite.ts";
import { BackupError } from "./backup-error.ts";

/** The schemas of a portal: its tables, its migrations, its jobs. */
const schemas = ["public", "drizzle", "pgboss"];

/** Runs a PostgreSQL client program. Rejects with a BackupError if it is not installed or fails (with its stderr). */
async function runTool(
  tool: "pg_dump" | "pg_restore" | "psql",
  args: readonly string[],
  databaseUrl?: string,
): Promise<void> {
  const connection = databaseUrl ? splitPassword(databaseUrl) : null;
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

/** Moves the password from a URL to PGPASSWORD: other users of the machine can see a program's arguments. */
function splitPassword(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return { url: url.href, environment: password ? { PGPASSWORD: password } : {} };
}

/** Writes a consistent dump of the portal's schemas to a file, in pg_dump's custom format. */
export const dumpPostgres = (databaseUrl: string, file: string): Promise<void> =>
  runTool(
    "pg_dump",
    [
      "--format=custom",
      "--no-owner",
      "--no-privileges",
      ...schemas.map((schema) => `--schema=${schema}`),
      // pg_dump leaves extensions out of a dump of schemas unless they are named.
      ...extensionNames.map((extension) => `--extension=${extension}`),
      `--file=${file}`,
    ],
    databaseUrl,
  );

/** Converts a dump to an SQL script for psql. Rejects with a BackupError if the dump cannot be read. */
export const convertToSql = (dump: string, file: string): Promise<void> =>
  runTool("pg_restore", ["--no-owner", "--no-privileges", `--file=${file}`, dump]);

/**
 * Makes a comment of the line by which the programs of PostgreSQL 17 and newer turn off a timeout that only servers from
 * 17 on have: an older server refuses it. The line is among the first of a script.
 */
async function commentOutNewerTimeout(sql: string): Promise<void> {
  const file = await open(sql, "r+");
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(4096), position: 0 });
    const at = buffer.indexOf("SET transaction_timeout = 0;\n");
    if (at !== -1) await file.write("-- ", at);
  } finally {
    await file.close();
  }
}

/**
 * Replaces the portal's schemas with those of a dump that was converted to SQL, in one transaction: if
 * anything fails, the database is unchanged.
 *
 * @param folder writable folder for a temporary script
 */
export async function restorePostgres(
  databaseUrl: string,
  sql: string,
  folder: string,
): Promise<void> {
  const first = `${folder}/before.sql`;
  await writeFile(
    first,
    `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout';
drop schema if exists ${schemas.join(", ")} cascade;\n`,
  );
  await commentOutNewerTimeout(sql);
  const options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"];
  await runTool("psql", [...options, `--file=${first}`, `--file=${sql}`], databaseUrl);
}
