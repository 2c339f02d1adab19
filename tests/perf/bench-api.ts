import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import * as z from "zod/mini";
import type { Order } from "./bench-api-process.ts";
import { entryQuery, listQuery, meQuery, type BareQuery } from "./bench-api-queries.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { median } from "./bench-statistics.ts";

const processFile = new URL("bench-api-process.ts", import.meta.url);
const connections = 10;

type Answer = { id: number; result: unknown };
/** An order before it has an id. */
type NewOrder = Order extends infer Each ? (Each extends Order ? Omit<Each, "id"> : never) : never;

/** Starts an API in a process of its own, as `npm start` does: it writes its log to a file. */
async function startApi(environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-api-"));
  const log = await open(join(dataDir, "log"), "w");
  const env = { ...process.env, PORT: "0", SEED_DEMO: "1", DATA_DIR: dataDir, ...environment };
  const child = fork(processFile, { env, stdio: ["ignore", log.fd, "inherit", "ipc"] });
  const exited = once(child, "exit");
  const [{ result: origin }] = (await once(child, "message")) as [Answer]; // sent when it listens
  let last = 0;
  async function ask<Result>(order: NewOrder): Promise<Result> {
    const id = (last += 1);
    const answered = new Promise<unknown>((resolve) => {
      const receive = ({ id: of, result }: Answer) => {
        if (of !== id) return;
        child.off("message", receive);
        resolve(result);
      };
      child.on("message", receive);
    });
    child.send({ ...order, id });
    return (await answered) as Result; // each order has one type of result
  }
  const close = async () => {
    await ask({ order: "close" });
    await exited;
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { origin: String(origin), ask, close };
}
type Api = Awaited<ReturnType<typeof startApi>>;

const bearer = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** Returns how many requests are answered per second. */
async function requestRate(url: string, token: string | null, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: bearer(token) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} was not answered with 200.`);
  return result.requests.total / result.duration;
}

type Case = {
  name: string;
  path: string;
  token: string | null;
  /** What it is compared with; without a query: a bare Fastify server with the same answer. */
  query?: BareQuery;
  /** Least share of the rate of what it is compared with. */
  target: number;
};

async function findCases({ origin, ask }: Api): Promise<Case[]> {
  const list = await (await fetch(`${origin}/api/content/recipes`)).json();
  const slug: string = list.items[0].slug;
  const token = await ask<string>({ order: "member" });
  return [
    {
      name: "entry by id",
      path: `/api/content/recipes/${slug}`,
      token,
      query: entryQuery("recipes", slug),
      target: 0.5,
    },
    {
      name: "list, member",
      path: "/api/content/articles",
      token,
      query: listQuery("articles"),
      target: 0.3,
    },
    { name: "/me", path: "/api/me", token, query: meQuery(token), target: 0.5 },
    { name: "list, visitor", path: "/api/content/articles", token: null, target: 0.5 },
    { name: "catalogue", path: "/api/catalogue", token: null, target: 0.5 },
    { name: "home’s HTML", path: "/", token: null, target: 0.5 },
  ];
}

/** Headers that a server sets by itself. */
const ofConnection = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

/** Returns the function that measures what a case is compared with. */
async function comparison({ origin, ask }: Api, { path, query }: Case) {
  if (query) {
    return (seconds: number) => ask<number>({ order: "query", query, ms: seconds * 1000 });
  }
  // Not compressed, as autocannon asks for it.
  const answer = await fetch(origin + path, { headers: { "accept-encoding": "identity" } });
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !ofConnection.has(name)),
  );
  const bare = await ask<string>({ order: "bare", headers, body: await answer.text() });
  return (seconds: number) => requestRate(bare, null, seconds);
}

const columns = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(14))).join("");

/** Prints a line of the table, and sets the exit code when the target is missed. */
function report(name: string, [rate, other, target]: [number, number, number], what: string) {
  const ratio = rate / other;
  const ok = ratio >= target;
  const figures = [rate.toFixed(0), other.toFixed(0), ratio.toFixed(2), `${target}`];
  console.log(columns([name, ...figures, ok ? "ok" : "MISSED"]) + `  ${what}`);
  if (!ok) process.exitCode = 1;
}

type Length = { rounds: number; seconds: number };

/** Measures each case and what it is compared with, alternately. */
async function benchReads(api: Api, only: string | undefined, { rounds, seconds }: Length) {
  console.log(columns(["per second", "API", "compared", "ratio", "target", ""]));
  for (const found of await findCases(api)) {
    if (only !== undefined && !found.name.includes(only)) continue;
    const compare = await comparison(api, found);
    const measure = () => requestRate(api.origin + found.path, found.token, seconds);
    await measure();
    await compare(1);
    const [rates, others]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      rates.push(await measure());
      others.push(await compare(seconds));
    }
    const what = found.query ? "bare query" : "bare Fastify";
    report(found.name, [median(rates), median(others), found.target], what);
  }
}

/** Least number of processors that two API processes, the database and the load can share. */
const enoughProcessors = 4;

/** Compares two processes on one PostgreSQL database with one of them, with the same load. */
async function benchTwo(first: Api, second: Api, { rounds, seconds }: Length) {
  const token = await first.ask<string>({ order: "member" });
  const rate = ({ origin }: Api) => requestRate(`${origin}/api/me`, token, seconds);
  const [ones, twos]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ones.push(await rate(first));
    const [a, b] = await Promise.all([rate(first), rate(second)]);
    twos.push(a + b);
  }
  const processors = availableParallelism();
  const judged = processors >= enoughProcessors;
  report("two processes, /me", [median(twos), median(ones), judged ? 1.6 : 0], "one process");
  if (judged) return;
  console.log(
    `Not judged (target 1.6): ${processors} processors are shared by two API processes, the database and the load.`,
  );
}

/** Runs everything on one kind of database; null: the embedded one. */
async function benchDatabase(server: string | null, only: string | undefined, length: Length) {
  console.log(`\n${server === null ? "PGlite" : "PostgreSQL"}`);
  await using opened = new AsyncDisposableStack();
  const own = server === null ? null : await createBenchDatabase(server);
  if (own) opened.defer(() => own.drop());
  const environment = { DATABASE_URL: own?.url ?? "" };
  const api = await startApi(environment);
  opened.defer(() => api.close());
  await benchReads(api, only, length);
  if (!own || only !== undefined) return;
  const second = await startApi(environment);
  opened.defer(() => second.close());
  await benchTwo(api, second, length);
}

/**
 * Compares the API's reads with the bare query on the same database and connections, and answers that
 * are the same for everybody with a bare Fastify server that sends the same headers and bytes; ten connections
 * each, alternately. Exits with 1 below a target. Uses PGlite, and PostgreSQL if DATABASE_URL is set.
 *
 * @param options `--rounds 5`, `--seconds 2` for each measurement, `--only catalogue`: some of them
 */
export async function benchApi(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { rounds: { type: "string" }, seconds: { type: "string" }, only: { type: "string" } },
  });
  const count = z.coerce.number().check(z.int(), z.gte(1));
  const length = {
    rounds: count.parse(values.rounds ?? 5),
    seconds: count.parse(values.seconds ?? 2),
  };
  const [load = 0] = loadavg();
  console.log(`${availableParallelism()} processors, load before the start ${load.toFixed(1)}`);
  await benchDatabase(null, values.only, length);
  const server = process.env["DATABASE_URL"];
  if (server) await benchDatabase(server, values.only, length);
  else console.log("\nPostgreSQL: not measured, DATABASE_URL is not set");
}
