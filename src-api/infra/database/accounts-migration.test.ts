import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateBefore, migrationsFolder } from "../../testing/migrate-before.ts";
import { openPglite } from "./open-pglite.ts";

let client: PGlite;

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const at = "'2026-03-01T12:00:00Z'";

const user = (digit: number, email: string | null, pending: string | null) => `
  insert into users (id, email, pending_email, name, password_hash, roles, language, created_at)
  values ('${id(digit)}', ${email && `'${email}'`}, ${pending && `'${pending}'`}, 'Ada', 'hash',
    '{ROLE_USER}', 'en', ${at});
  insert into sessions (id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
  values ('${id(digit)}', '${id(digit)}', 'session ${digit}', '', ${at}, ${at}, ${at});`;

const purchase = (digit: number) => `
  insert into purchases (id, user_id, status, lines, total, currency, terms_version, origin,
    provider, buyer_name, buyer_email, created_at, expires_at)
  values ('${id(digit)}', '${id(digit)}', 'paid', '[]', 900, 'EUR', '1', 'checkout', 'sandbox',
    'Ada', 'ada@example.com', ${at}, ${at});`;

const token = (hash: string, digit: number, purpose: string, email: string, created = at) => `
  insert into one_time_tokens (token_hash, user_id, purpose, email, created_at, expires_at)
  values ('${hash}', '${id(digit)}', '${purpose}', '${email}', ${created}, ${at});`;

beforeAll(async () => {
  client = await openPglite();
  await migrateBefore(client, "accounts_proven_first");
  await client.exec(
    [
      user(1, "proven@example.com", null),
      user(2, "changing@example.com", "changed@example.com"),
      user(3, null, "unused@example.com"),
      user(4, null, "buyer@example.com"),
      purchase(4),
      user(5, null, "proven@example.com"),
      token("older", 1, "reset-password", "proven@example.com", "'2026-03-01T11:00:00Z'"),
      token("newer", 1, "reset-password", "proven@example.com"),
      token("of the buyer", 4, "reset-password", "buyer@example.com"),
      token("verification", 2, "verify-email", "changed@example.com"),
      token("used", 2, "reset-password", "changing@example.com"),
      `update one_time_tokens set consumed_at = ${at} where token_hash = 'used';`,
    ].join(""),
  );
  await migrate(drizzle(client), { migrationsFolder });
});
afterAll(async () => {
  await client.close();
});

const column = async (query: string): Promise<unknown[]> =>
  (await client.query<unknown[]>(query, [], { rowMode: "array" })).rows.map((row) =>
    row.length === 1 ? row[0] : row,
  );

test("Proven accounts stay, without pending changes; unproven ones stay only if they bought something", async () => {
  expect(await column("select id, email, unproven_email from users order by id")).toEqual([
    [id(1), "proven@example.com", null],
    [id(2), "changing@example.com", null],
    [id(4), null, "buyer@example.com"],
  ]);
  expect(await column("select user_id from invoices")).toEqual([id(4)]);
});

test("Sessions of unproven accounts end", async () => {
  expect(await column("select user_id from sessions order by user_id")).toEqual([id(1), id(2)]);
});

test("Only the newest reset link of an address stays valid", async () => {
  const links = await column("select token_hash from one_time_tokens order by token_hash");
  expect(links).toEqual(["newer", "of the buyer"]);
});

test("The database rejects an account without an address, and links for other purposes", async () => {
  const broken = client.exec("update users set email = null where unproven_email is null");
  await expect(broken).rejects.toThrow("users_one_address");
  await expect(client.exec(token("x", 1, "verify-email", "x"))).rejects.toThrow(
    "one_time_tokens_purpose",
  );
});
