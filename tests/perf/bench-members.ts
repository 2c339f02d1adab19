import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect, type Database } from "../../src-api/infra/database/connect.ts";
import { listFound } from "../../src-api/modules/members/list-members.ts";
import type { MemberFilter } from "../../src-api/modules/members/member-store.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { elapsed, quantile } from "./bench-statistics.ts";

const defaultCount = 100_000;
/** How often each search runs. */
const rounds = 20;
const limit = 25;

/** Syllables of names: some names are frequent, most are rare. */
const syllables = ["ka", "mo", "ri", "ta", "zo", "le", "wi", "an", "ber", "sto", "gra", "pel"];
const nameOf = (number: number): string => {
  const digits = (number % 20_736).toString(12).padStart(4, "0").split("");
  return digits.map((digit) => syllables[Number.parseInt(digit, 12)] ?? "").join("");
};

/** Writes users of whom every second one has a membership, and every tenth one that has ended. */
async function writeMembers(database: Database, count: number, now: Date): Promise<void> {
  const since = (at: number) => new Date(now.getTime() - (count - at) * 60_000).toISOString();
  for (let from = 0; from < count; from += 1000) {
    const some = Array.from({ length: Math.min(1000, count - from) }, (_, at) => from + at);
    const people = some.map((at) => ({ id: randomUUID(), at }));
    const users = people.map(
      ({ id, at }) =>
        sql`(${id}::uuid, ${`${nameOf(at)}.${at}@example.com`}, ${`Robin ${nameOf(at)}`}, 'none', array['ROLE_USER'], 'en', ${since(at)}::timestamptz)`,
    );
    await database.execute(
      sql`insert into users (id, email, name, password_hash, roles, language, created_at) values ${sql.join(users, sql`, `)}`,
    );
    const subscriptions = people
      .filter(({ at }) => at % 2 === 0)
      .map(
        ({ id, at }) =>
          sql`(gen_random_uuid(), ${id}::uuid, 'grant', ${at % 10 === 0 ? "ended" : "active"}, ${since(at)}::timestamptz, null, false)`,
      );
    await database.execute(
      sql`insert into subscriptions (id, user_id, source, status, started_at, ends_at, cancel_at_period_end) values ${sql.join(subscriptions, sql`, `)}`,
    );
  }
  await database.execute(sql`analyze`);
}

/** Words of names, whole and unfinished, addresses, what everybody has, and nothing at all. */
const filtersOf = (count: number): MemberFilter[] => {
  const name = nameOf(Math.floor(count / 3));
  const queries = ["", name, name.slice(0, 5), `robin ${name}`, "robin", `${name}.`, "example"];
  return [
    ...queries.map((query) => ({ query, status: undefined })),
    { query: "", status: "active" },
    { query: name.slice(0, 5), status: "active" },
  ];
};

/** Reads as many rows by one index, and nothing else. */
const readBare = (database: Database) =>
  database.execute(sql`select * from users order by created_at desc, id desc limit ${limit}`);

async function measure(label: string, url: string | null, count: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "ringside-bench-"));
  const connection = await connect({ databaseUrl: url, dataDir });
  try {
    const { database } = connection;
    const now = new Date();
    await writeMembers(database, count, now);
    const times: Record<"search" | "bare", number[]> = { search: [], bare: [] };
    for (const filter of filtersOf(count)) {
      const own: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        own.push(await elapsed(() => listFound(database, filter, { now, limit })));
        times.bare.push(await elapsed(() => readBare(database)));
      }
      times.search.push(...own);
      const what = `${filter.query || "(everybody)"}${filter.status ? `, ${filter.status}` : ""}`;
      console.log(`  ${what.padEnd(28)} p95 ${quantile(own, 0.95).toFixed(1)} ms`);
    }
    const [search, bare] = [quantile(times.search, 0.95), quantile(times.bare, 0.95)];
    console.log(
      `${label}, ${count} members: p95 ${search.toFixed(1)} ms, bare ${bare.toFixed(1)} ms, ${(search / bare).toFixed(1)} times`,
    );
  } finally {
    await connection.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Searches members among 100,000 (or the given number), compared with a bare read by an index. */
export async function benchMembers([count = String(defaultCount)]: string[]): Promise<void> {
  const server = process.env["DATABASE_URL"];
  if (!server) return measure("PGlite", null, Number(count));
  const { url, drop } = await createBenchDatabase(server);
  try {
    await measure("PostgreSQL", url, Number(count));
  } finally {
    await drop();
  }
}
