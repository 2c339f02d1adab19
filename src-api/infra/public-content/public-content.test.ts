import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { connectPostgres, type Connection } from "#api/infra/database/connect.ts";
import { watchPublicContent, type PublicContent } from "./public-content.ts";

const portal = await forFile(createTestPortal());

/** Tables that public answers are made of, each with a statement that changes nothing. */
const statements = {
  announcements: sql`update announcements set title = title`,
  content_entries: sql`update content_entries set author = author`,
  content_tags: sql`update content_tags set name = name`,
  content_texts: sql`delete from content_texts`,
  feature_flags: sql`insert into feature_flags select 'x', true, 1, now() where false`,
  products: sql`truncate products`,
};

describe("the version of what everybody sees", () => {
  test.each(Object.entries(statements))(
    "has grown by one as soon as a statement on %s resolves",
    async (_, statement) => {
      const { publicContent, database } = portal.portal;
      const changed = vi.fn();
      const remove = publicContent.onChange(changed);
      const before = publicContent.version();
      await database.execute(statement);
      expect(publicContent.version()).toBe(before + 1);
      await new Promise((resolve) => setTimeout(resolve, 50)); // other connections are notified too
      expect(publicContent.version()).toBe(before + 1);
      expect(changed).toHaveBeenCalledOnce();
      remove();
    },
  );

  test("grows with a transaction when it commits, not before", async () => {
    const { publicContent, database } = portal.portal;
    let inside = 0;
    let before = 0;
    await database.transaction(async (transaction) => {
      before = publicContent.version();
      await transaction.execute(statements.announcements);
      inside = publicContent.version();
    });
    expect(inside).toBe(before);
    expect(publicContent.version()).toBeGreaterThan(before);
  });

  test("does not grow with personal data, and listeners that were removed are not called", async () => {
    const { publicContent, database } = portal.portal;
    const changed = vi.fn();
    publicContent.onChange(changed)();
    const before = publicContent.version();
    await database.execute(sql`delete from contact_messages`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(publicContent.version()).toBe(before);
    await database.execute(statements.products);
    expect(changed).not.toHaveBeenCalled();
  });
});

// Only PostgreSQL serves several processes, and has connections that can be lost.
describe.skipIf(inject("databaseUrl") === null)("another process on the same database", () => {
  let other: Connection;
  let watched: PublicContent;
  beforeAll(async () => {
    const [row] = await portal.portal.database
      .select({ name: sql<string>`current_database()` })
      .from(sql`(select 1) as one`);
    const url = new URL(inject("databaseUrl") ?? "");
    url.pathname = `/${row?.name}`;
    other = await connectPostgres(url.href);
    watched = await watchPublicContent(other.listen);
  });
  afterAll(async () => {
    await watched.close();
    await other.close();
  });

  const versionAfter = (before: number) =>
    vi.waitUntil(() => watched.version() > before, { timeout: 15_000, interval: 20 });

  test("sees a change within a second", async () => {
    const before = watched.version();
    await portal.portal.database.execute(statements.announcements);
    expect(await versionAfter(before)).toBe(true);
  });

  test("trusts nothing while its listening connection is lost, and sees later changes again", async () => {
    const changed = vi.fn();
    watched.onChange(changed);
    await portal.portal.database.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %' and state = 'idle'`,
    );
    // Once when the connection is lost, once when there is a new one.
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    const before = watched.version();
    expect(watched.version()).toBe(before);
    await portal.portal.database.execute(statements.announcements);
    expect(await versionAfter(before)).toBe(true);
  });
});

test("while the database cannot notify, no two versions are the same", async () => {
  const watched = await watchPublicContent(async (_, __, connected) => {
    connected?.(false);
    return async () => {};
  });
  expect(watched.version()).not.toBe(watched.version());
});
