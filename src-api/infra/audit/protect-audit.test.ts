import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { convertToSql, dumpPostgres, restorePostgres } from "#api/cli/backup/postgres-tools.ts";
import { createOwnDatabase, type OwnDatabase } from "#api/testing/own-database.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { connectPostgres, type Connection } from "#api/infra/database/connect.ts";
import { deleteEntriesBefore } from "#api/modules/audit/purge.ts";
import { forgetActorLocations, recordAct } from "./record-act.ts";

const script = await readFile(new URL("protect-audit.sql", import.meta.url), "utf8");
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const person = randomUUID();

// Rights of roles are PostgreSQL's; the embedded database has one role, which may do everything.
describe.runIf(inject("databaseUrl"))(
  "Where the trail belongs to a role of its own, the portal's role",
  () => {
    const role = `ringside_portal_${randomUUID().replaceAll("-", "")}`;
    let own: OwnDatabase;
    let connection: Connection;
    let portalUrl: string;
    beforeAll(async () => {
      own = await createOwnDatabase(inject("databaseUrl") ?? "");
      await own.query(`create role ${role} login password 'for-a-test'`);
      const name = new URL(own.url).pathname.slice(1);
      await own.query(`alter database ${name} owner to ${role}`);
      const url = new URL(own.url);
      [url.username, url.password] = [role, "for-a-test"];
      portalUrl = url.href;
      connection = await connectPostgres(portalUrl);
      await own.query(script);
      for (const days of [0, 100, 200, 800]) await record("signed-in", days);
      for (const days of [0, 100, 800]) await record("flag-changed", days);
    });
    afterAll(async () => {
      await connection.close();
      await own.drop();
      const admin = new pg.Client({ connectionString: inject("databaseUrl") ?? "" });
      await admin.connect();
      await admin.query(`drop role ${role}`);
      await admin.end();
    });

    const record = (act: "signed-in" | "flag-changed", days: number) =>
      recordAct(connection.database, {
        act,
        at: daysAgo(days),
        actor: { userId: person, via: "portal", ip: "203.0.113.9", userAgent: "Firefox" },
        subjectId: person,
      });
    const count = async (where = "true") => {
      const [row] = await own.query(
        `select count(*)::int as count from audit_entries where ${where}`,
      );
      return row?.["count"];
    };

    test.each([
      "update audit_entries set act = 'signed-in'",
      "delete from audit_entries",
      "truncate audit_entries",
      "drop table audit_entries",
      "alter table audit_entries disable trigger all",
      "drop trigger audit_entries_kept on audit_entries",
      "create rule lost as on insert to audit_entries do instead nothing",
      "create or replace function keep_audit_entries() returns trigger language plpgsql as 'begin return old; end'",
      "drop function prune_audit_entries",
      "alter function prune_audit_entries reset all",
      "create or replace function audit_least_days() returns integer language sql as 'select 0'",
      "alter table audit_entries owner to current_user",
      "set role ringside_audit",
      "drop schema public cascade",
      "set session_replication_role = replica",
      "alter sequence audit_entries_id_seq restart",
    ])("is not allowed to: %s", async (statement) => {
      const before = await count();
      await expect(connection.database.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: expect.objectContaining({ code: "42501" }),
      });
      expect(await count()).toBe(before);
    });

    test("gets past neither right nor trigger by naming what the trigger lets pass", async () => {
      const before = await count();
      const deleted = connection.database.transaction(async (tx) => {
        await tx.execute(sql`select set_config('ringside.audit_prune_before', '2999-01-01', true)`);
        await tx.execute(sql`delete from audit_entries`);
      });
      await expect(deleted).rejects.toMatchObject({
        cause: expect.objectContaining({ code: "42501" }),
      });
      expect(await count()).toBe(before);
    });

    test("prunes what is old enough, and nothing younger, whatever it asks for and sets", async () => {
      const now = new Date();
      await connection.database.transaction(async (tx) => {
        await tx.execute(sql`select set_config('ringside.audit_least_days', '0', true)`);
        await deleteEntriesBefore(tx, { long: now, short: now, shortLived: ["signed-in"] });
      });
      expect(await count("act = 'flag-changed'")).toBe(2); // of today and 100 days ago
      expect(await count("act = 'signed-in'")).toBe(2);
    });

    test("records, and forgets from where a user acted", async () => {
      await record("flag-changed", 0);
      expect(await count("ip is not null")).toBeGreaterThan(0);
      await forgetActorLocations(connection.database, person);
      expect(await count("ip is not null")).toBe(0);
    });

    test("starts although the functions that it may not change have changed; a superuser applies them", async () => {
      await own.query("update drizzle.repeatable_files set hash = 'of another version'");
      await (await connectPostgres(portalUrl)).close();
      await own.query(await readFile(new URL("audit-entries.sql", import.meta.url), "utf8"));
      const [{ owner } = {}] = await own.query(
        "select proowner::regrole::text as owner from pg_proc where proname = 'prune_audit_entries'",
      );
      expect(owner).toBe("ringside_audit");
    });

    test("makes a backup, and restores it once the trail was given back to it", async () => {
      const folder = await temporaryFolder();
      const [dump, sqlFile] = [`${folder.path}/dump`, `${folder.path}/copy.sql`];
      const entries = await count();
      await dumpPostgres(portalUrl, dump);
      await convertToSql(dump, sqlFile);
      const restore = () => restorePostgres(portalUrl, sqlFile, folder.path);
      await expect(restore()).rejects.toThrow("must be owner of schema public");
      await own.query(`reassign owned by ringside_audit to ${role}`);
      await restore();
      await own.query(script);
      expect(await count()).toBe(entries);
      await expect(
        connection.database.execute(sql.raw("delete from audit_entries")),
      ).rejects.toMatchObject({ cause: expect.objectContaining({ code: "42501" }) });
      await folder.remove();
    });
  },
);

describe.runIf(inject("databaseUrl"))("The script", () => {
  test("refuses a portal whose role no right restrains", async () => {
    const own = await createOwnDatabase(inject("databaseUrl") ?? "");
    try {
      await expect(own.query(script)).rejects.toThrow("not the database of a portal");
      await (await connectPostgres(own.url)).close(); // as the server's superuser
      await expect(own.query(script)).rejects.toThrow("must be neither a superuser");
    } finally {
      await own.drop();
    }
  });
});
