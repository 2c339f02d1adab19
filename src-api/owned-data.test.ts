import { expect, test } from "vitest";
import { getTableName, sql } from "./infra/database/drizzle.ts";
import { modules } from "./modules.ts";
import { forFile } from "./testing/for-file.ts";
import { createTestPortal } from "./testing/test-portal.ts";

const portal = await forFile(createTestPortal());

/** Returns every foreign key to `users` in the migrated database, with its ON DELETE action. */
async function foreignKeysToUsers(): Promise<Record<string, string>> {
  const { rows } = (await portal.portal.database.execute(sql`
    select conrelid::regclass || '.' || string_agg(attname, ',') as "column",
      case confdeltype when 'c' then 'cascade' when 'n' then 'set null' else confdeltype::text end as "onDelete"
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass
    group by pg_constraint.oid, conrelid, confdeltype`)) as {
    rows: { column: string; onDelete: string }[];
  }; // the result of both drivers
  return Object.fromEntries(rows.map(({ column, onDelete }) => [column, onDelete]));
}

test("Every foreign key to users is declared by a module, with what deleting the user does", async () => {
  const declared = modules.flatMap(({ ownedData }) =>
    (ownedData?.columns ?? []).map(({ column, onDelete }) => [
      `${getTableName(column.table)}.${column.name}`,
      onDelete,
    ]),
  );
  const found = await foreignKeysToUsers();
  expect(Object.keys(found).length).toBeGreaterThan(5);
  expect(Object.fromEntries(declared)).toEqual(found);
});

test("No two modules export personal data under the same key", async () => {
  const user = { id: "00000000-0000-4000-8000-000000000000", email: null };
  const keys: string[] = [];
  for (const { ownedData } of modules) {
    keys.push(...Object.keys((await ownedData?.exportData(portal.portal.database, user)) ?? {}));
  }
  expect(keys.length).toBeGreaterThan(5);
  expect(keys).toEqual([...new Set(keys)]);
});
