import { expect, inject, test } from "vitest";
import { sql } from "./drizzle.ts";
import { createOwnDatabase } from "#api/testing/own-database.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { connectClient, connectPostgres } from "./connect.ts";

test.runIf(inject("databaseUrl"))("a query that hangs is cancelled on PostgreSQL", async () => {
  const portal = await createTestPortal();
  const [row] = await portal.portal.database
    .select({ timeout: sql<string>`current_setting('statement_timeout')` })
    .from(sql`(select 1) as one`);
  expect(row).toEqual({ timeout: "30s" });
  await portal.close();
});

test.runIf(inject("databaseUrl"))(
  "a server that refuses the extensions: what to run is said",
  async () => {
    const own = await createOwnDatabase(inject("databaseUrl") ?? "");
    // as servers do that have a list of allowed extensions
    await own.query(`
    create function refuse() returns event_trigger language plpgsql as $$ begin raise 'not allowed'; end $$;
    create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`);
    await expect(connectPostgres(own.url)).rejects.toThrow(
      /: error: not allowed\. Run this .*\ncreate extension if not exists pg_trgm; create extension if not exists unaccent;/,
    );
    await own.query("drop event trigger refuse");
    const { close } = await connectPostgres(own.url);
    await close();
    await own.drop();
  },
);

test("a server that does not answer is named with what to do, without the password", async () => {
  const url = new URL("postgres://127.0.0.1:1/portal");
  Object.assign(url, { username: "ada", password: "secret-pw" });
  const failure = await connectClient(url.href).catch(String);
  expect(failure).toMatch(
    /DATABASE_URL does not work\. No PostgreSQL server answers at 127\.0\.0\.1:1/,
  );
  expect(failure).not.toContain("secret-pw");
});

test.each(["sslrootcert", "sslcert", "sslkey"])(
  "a file that the address names as %s and that is not there, or a folder, is named with what to do",
  async (name) => {
    const url = (file: string) => `postgres://127.0.0.1:1/portal?${name}=${file}`;
    const missing = await connectClient(url("/not/there.pem")).catch(String);
    expect(missing).toBe(
      `DatabaseConnectionError: The file /not/there.pem, which DATABASE_URL names as ${name}, is not there. Correct the path, let this user read the file, or remove ${name} from DATABASE_URL.`,
    );
    expect(await connectClient(url("/etc")).catch(String)).toContain("cannot be read (EISDIR)");
  },
);
