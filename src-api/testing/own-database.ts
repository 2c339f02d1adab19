import { randomUUID } from "node:crypto";
import pg from "pg";

/** A database of a test on the PostgreSQL server. */
export type OwnDatabase = {
  url: string;
  /** Runs a query on a connection of its own, and returns the rows. */
  query(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
};

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database, without any table, on a PostgreSQL server. Drop it afterwards. */
export async function createOwnDatabase(server: string): Promise<OwnDatabase> {
  const name = `ringside_test_${randomUUID().replaceAll("-", "")}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (text) => run(url.href, text),
    drop: async () => void (await run(server, `drop database ${name} with (force)`)),
  };
}
