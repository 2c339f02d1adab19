import pg from "pg";

/** Creates a database on a PostgreSQL server for one benchmark only. */
export async function createBenchDatabase(server: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `ringside_bench_${process.pid}`;
  await client.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  };
  return { url: url.href, drop };
}
