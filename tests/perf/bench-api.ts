import { execFileSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import autocannon from "autocannon";
import Fastify from "fastify";
import type { Pool } from "pg";
import { readConfig } from "#api/config.ts";
import { hashToken } from "#api/infra/tokens.ts";
import { startServer, type RunningServer } from "#api/server.ts";
import { startApiProcess } from "#api/testing/api-process.ts";
import { createTestUser } from "../fixtures/accounts.ts";
import { inNewPlace, onEachDatabase, type Place } from "./databases.ts";
import {
  compare,
  elapsed,
  median,
  numbers,
  printHead,
  report,
  reportValue,
  type Compared,
} from "./samples.ts";

const connections = 10;
const logins = 120;

/** The least that an endpoint has to read, as one statement. */
type BareQuery = { text: string; values: unknown[] };

const entry = `select e.*, t.title, t.summary, t.words, t.details as text_details from content_entries e
  join content_texts t on t.kind = e.kind and t.slug = e.slug and t.language = 'en' where e.kind = $1`;

type Case = {
  name: string;
  path: string;
  token?: string;
  /** What it is compared with; without a query: a bare Fastify server with the same answer. */
  query?: BareQuery;
  atLeast: number;
};

const casesOf = (slug: string, token: string): Case[] => [
  {
    name: "an entry",
    path: `/api/content/recipes/${slug}`,
    token,
    query: { text: `${entry} and e.slug = $2`, values: ["recipes", slug] },
    atLeast: 0.5,
  },
  {
    name: "a list, as a member",
    path: "/api/content/articles",
    token,
    query: {
      text: `${entry} order by e.published_at desc, e.slug desc limit 12`,
      values: ["articles"],
    },
    atLeast: 0.3,
  },
  {
    name: "/me",
    path: "/api/me",
    token,
    query: {
      text: "select u.id, u.email, u.name, u.roles from sessions s join users u on u.id = s.user_id where s.token_hash = $1",
      values: [hashToken(token)],
    },
    atLeast: 0.5,
  },
  { name: "a list, as a visitor", path: "/api/content/articles", atLeast: 0.5 },
  { name: "the catalogue", path: "/api/catalogue", atLeast: 0.5 },
  { name: "the HTML of the home page", path: "/", atLeast: 0.5 },
];

/** Returns how many requests are answered per second, sent by another thread. */
async function requestRate(url: string, seconds: number, token?: string): Promise<number> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const result = await autocannon({ url, connections, duration: seconds, headers, workers: 1 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} was not answered with 200.`);
  return result.requests.total / result.duration;
}

/** Runs a query over and over, ten at a time, as the requests of ten connections do. Returns how often per second. */
async function queryRate({ portal }: RunningServer, { text, values }: BareQuery, seconds: number) {
  // The driver of the portal; `query` is what both have in common.
  const { $client } = portal.database as unknown as { $client: PGlite | Pool };
  let count = 0;
  const begin = performance.now();
  const run = async () => {
    while (performance.now() - begin < seconds * 1000) {
      const { rows } = await ($client as Pool).query(text, values);
      if (rows.length === 0) throw new Error(`Nothing was found by: ${text}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  return count / ((performance.now() - begin) / 1000);
}

/** Headers that a server sets by itself. */
const ofConnection = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

/** Starts a bare Fastify server that sends the same headers and bytes as an address. */
async function serveCopy(address: string) {
  // Not compressed, as autocannon asks for it.
  const answer = await fetch(address, { headers: { "accept-encoding": "identity" } });
  const headers = Object.fromEntries([...answer.headers].filter(([key]) => !ofConnection.has(key)));
  const body = Buffer.from(await answer.arrayBuffer());
  const app = Fastify();
  app.get("/", (_, reply) => reply.headers(headers).send(body));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo; // not a pipe: listens on host and port
  return { address: `http://127.0.0.1:${port}/`, close: () => app.close() };
}

async function compareReads(
  server: RunningServer,
  { path, token, query }: Case,
  { rounds, seconds }: Record<"rounds" | "seconds", number>,
): Promise<Compared> {
  const ours = () => requestRate(server.origin + path, seconds, token);
  if (query) return compare(rounds, ours, () => queryRate(server, query, seconds));
  const copy = await serveCopy(server.origin + path);
  const compared = await compare(rounds, ours, () => requestRate(copy.address, seconds));
  await copy.close();
  return compared;
}

/** Sends logins with wrong passwords at once, each from another network and for another account: none is throttled. */
const logInAtOnce = (origin: string, round: number) =>
  Promise.all(
    Array.from({ length: logins }, async (_, at) => {
      const number = round * logins + at;
      const answer = await fetch(`${origin}/api/login`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `10.${number >> 8}.${number & 255}.1`,
        },
        body: JSON.stringify({ email: `bench-${number}@example.com`, password: "wrong password" }),
      });
      await answer.arrayBuffer();
    }),
  );

/** Returns the ms of requests to /api/health while parallel logins are answered, and on an idle server. */
async function compareLogins(origin: string, rounds: number): Promise<Compared> {
  const health = () => elapsed(async () => (await fetch(`${origin}/api/health`)).arrayBuffer());
  const compared: Compared = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < 40; at++) compared.bare.push(await health());
    const burst = { isRunning: true };
    const done = logInAtOnce(origin, round).finally(() => (burst.isRunning = false));
    while (burst.isRunning) compared.ours.push(await health());
    await done;
  }
  return compared;
}

/** MB that a process holds (resident set). */
const heldBy = (pid: number) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;

/** Measures starts of the API as a process of its own, with the option of `npm start` and data that is there: s until it answers, and MB then. */
async function measureStarts({ dataDir, databaseUrl }: Place, rounds: number) {
  const seconds: number[] = [];
  const held: number[] = [];
  const environment = {
    SEED_DEMO: "1",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? "",
    NODE_OPTIONS: "--max-semi-space-size=4",
  };
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    const { origin, pid, kill } = await startApiProcess(environment);
    await (await fetch(`${origin}/api/health`)).arrayBuffer();
    seconds.push((performance.now() - begin) / 1000);
    held.push(heldBy(pid));
    await kill("SIGTERM");
  }
  return { seconds: median(seconds), held: median(held) };
}

/**
 * Compares the API's reads with the bare query on the same database, and answers that are the same for everybody with
 * a bare Fastify server that sends the same bytes; then how fast it answers during 120 parallel logins, and how long it takes to start
 * again, and holds then. On PGlite, and with DATABASE_URL on PostgreSQL.
 *
 * @param options `--rounds 5`, `--seconds 2` for each measurement
 */
export async function benchApi(options: string[]): Promise<void> {
  const length = numbers(options, { rounds: 5, seconds: 2 });
  await onEachDatabase((database, name) =>
    inNewPlace(database, async (place) => {
      const { dataDir, databaseUrl } = place;
      const server = await startServer(
        readConfig({
          PORT: "0",
          SEED_DEMO: "1",
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl ?? "",
          LOG_LEVEL: "error",
        }),
      );
      const { token } = await createTestUser(server.portal, "member");
      const recipes = await (await fetch(`${server.origin}/api/content/recipes`)).json();
      printHead(`${name}, per second`, "bare");
      for (const each of casesOf(recipes.items[0].slug, token))
        report(each.name, await compareReads(server, each, length), each);
      printHead(`${name}, ms, during ${logins} logins`, "idle");
      report("/health", await compareLogins(server.origin, length.rounds), { atMost: 5 });
      await server.close();
      const { seconds, held } = await measureStarts(place, length.rounds);
      printHead(`${name}, a start with data that is there`, "");
      reportValue("s until the first answer", seconds, 2);
      reportValue("MB held then", held, databaseUrl ? 200 : 350);
    }),
  );
}
