import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { createTestPortal } from "../../testing/test-portal.ts";

test.runIf(inject("databaseUrl"))("PostgreSQL gives a query up that hangs", async () => {
  const it = await createTestPortal();
  const [row] = await it.portal.database
    .select({ timeout: sql<string>`current_setting('statement_timeout')` })
    .from(sql`(select 1) as one`);
  expect(row).toEqual({ timeout: "30s" });
  await it.close();
});
