import { languages } from "#shared/languages.ts";
import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgArray, PgTable, type PgColumn } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { products } from "#api/modules/billing/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal());

/** Returns the tables of every module, found in the same way as by `drizzle.config.ts`. */
async function allTables(): Promise<PgTable[]> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = globSync("{infra,modules}/**/schema.ts", { cwd: root });
  const schemas = await Promise.all(
    files.map((file): Promise<object> => import(pathToFileURL(root + file).href)),
  );
  return schemas.flatMap((schema) =>
    Object.values(schema).filter((value): value is PgTable => is(value, PgTable)),
  );
}

const valuesOf = (column: PgColumn): string[] | undefined =>
  is(column, PgArray) ? column.baseColumn.enumValues : column.enumValues;

/** Which languages there are is up to the code: the database takes any code. */
const codeOfLanguage = ["^[a-z]{2}$"];

/** Returns the values that the schema allows by "table_column", for every column of a closed set. */
const declared = (tables: PgTable[]): Record<string, string[]> =>
  Object.fromEntries(
    tables.map(getTableConfig).flatMap(({ name, columns }) =>
      columns.flatMap((column) => {
        const values = valuesOf(column);
        if (!values) return [];
        const isLanguage = String(values) === String(languages);
        return [[`${name}_${column.name}`, isLanguage ? codeOfLanguage : values]];
      }),
    ),
  );

/** Returns every CHECK constraint of the migrated database with the texts it contains. */
async function enforced(): Promise<Record<string, string[]>> {
  const { rows } = (await portal.portal.database.execute(
    sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`,
  )) as { rows: { conname: string; definition: string }[] }; // the result of both drivers
  return Object.fromEntries(
    rows.map(({ conname, definition }) => [
      conname,
      [...definition.matchAll(/'([^']+)'::text/g)].map(([, value = ""]) => value),
    ]),
  );
}

test("The database has a CHECK constraint for every column of a closed set", async () => {
  const sets = declared(await allTables());
  expect(Object.keys(sets).length).toBeGreaterThan(15);
  expect(await enforced()).toMatchObject(sets);
});

test("A row with a value outside the set is rejected", async () => {
  const kind = "rental" as "extra"; // bypasses the compiler, as an import script might
  const localised = { en: "Canoe" };
  const canoe = { sku: "canoe", kind, name: localised, summary: localised, delivery: localised };
  const rest = { motif: "rosette", price: 100, currency: "EUR", position: 0, onSale: true };
  const inserted = portal.portal.database.insert(products).values({ ...canoe, ...rest });
  await expect(inserted).rejects.toMatchObject({ cause: { constraint: "products_kind" } });
});
