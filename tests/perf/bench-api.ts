import { execFileSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import Fastify from "fastify";
import { startApiProcess } from "#api/testing/api-process.ts";
import { startPortal } from "./measured-portal.ts";
import { inNewPlace, onEachDatabase, type Place } from "./places.ts";
import { compare, elapsed, numbers, printHead, report } from "./samples.ts";

type Request = { url: string; headers: Record<string, string> };

/** Reads, with the least share of the requests that a bare server answers; for a member it runs one query. */
const reads = [
  { name: "an entry, as a member", path: "/api/content/recipes/", member: true, atLeast: 0.1 },
  { name: "a list, as a member", path: "/api/content/articles", member: true, atLeast: 0.1 },
  { name: "/me", path: "/api/me", member: true, atLeast: 0.1 },
  { name: "a list, as a visitor", path: "/api/content/articles", member: false, atLeast: 0.5 },
  { name: "the catalogue", path: "/api/catalogue", member: false, atLeast: 0.5 },
  { name: "the HTML of the home page", path: "/", member: false, atLeast: 0.5 },
];

/** Returns how many requests of ten connections are answered per second, sent by another thread. */
async function requestRate({ url, headers }: Request, duration: number): Promise<number> {
  const result = await autocannon({ url, headers, connections: 10, duration, workers: 1 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} was not answered with 200.`);
  return result.requests.average;
}

/** Headers that a server sets by itself. */
const ofConnection = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

/** Starts a bare Fastify server that runs a query and sends the same headers and bytes as a request is answered with. */
async function serveCopy({ url, headers }: Request, query: () => Promise<unknown>) {
  // Not compressed, as autocannon asks for it.
  const answer = await fetch(url, { headers: { ...headers, "accept-encoding": "identity" } });
  const copied = Object.fromEntries([...answer.headers].filter(([key]) => !ofConnection.has(key)));
  const body = Buffer.from(await answer.arrayBuffer());
  const app = Fastify();
  app.get("/", async (_, reply) => {
    await query();
    return reply.headers(copied).send(body);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo; // not a pipe: listens on host and port
  return { url: `http://127.0.0.1:${port}/`, close: () => app.close() };
}

async function measureReads(
  place: Place,
  { rounds, seconds }: Record<"rounds" | "seconds", number>,
): Promise<void> {
  const portal = await startPortal(place);
  const token = await portal.signIn("member");
  const recipes = await (await fetch(`${portal.origin}/api/content/recipes`)).json();
  for (const { name, path, member, atLeast } of reads) {
    const url = portal.origin + path + (path.endsWith("recipes/") ? recipes.items[0].slug : "");
    const headers: Request["headers"] = member ? { authorization: `Bearer ${token}` } : {};
    const copy = await serveCopy({ url, headers }, member ? portal.query : async () => {});
    const compared = await compare(
      rounds,
      () => requestRate({ url, headers }, seconds),
      () => requestRate({ url: copy.url, headers }, seconds),
    );
    report(name, compared, { atLeast });
    await copy.close();
  }
  await portal.close();
}

/** MB that a process holds (resident set). */
const heldBy = (pid: number) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;

/** Starts the API as a process of its own, with the option of `npm start` and data that is there. */
async function measureStarts({ dataDir, databaseUrl }: Place, rounds: number): Promise<void> {
  const environment = {
    SEED_DEMO: "1",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? "",
    NODE_OPTIONS: "--max-semi-space-size=4",
  };
  const [times, sizes]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    let api: Awaited<ReturnType<typeof startApiProcess>> | undefined;
    const ms = await elapsed(async () => {
      api = await startApiProcess(environment);
      await (await fetch(`${api.origin}/api/health`)).arrayBuffer();
    });
    if (!api) continue; // it was started
    times.push(ms / 1000);
    sizes.push(heldBy(api.pid));
    await api.kill("SIGTERM");
  }
  report("s until the first answer", { ours: times }, { atMost: 2 });
  report("MB held then", { ours: sizes }, { atMost: databaseUrl ? 200 : 350 });
}

/**
 * Compares the API's reads with a bare Fastify server that sends the same bytes; then measures how long it takes to
 * start again, and what it holds then. On PGlite, and with DATABASE_URL on PostgreSQL.
 *
 * @param options `--rounds 5`, `--seconds 2` for each measurement
 */
export async function benchApi(options: string[]): Promise<void> {
  const length = numbers(options, { rounds: 5, seconds: 2 });
  await onEachDatabase((server, name) =>
    inNewPlace(server, async (place) => {
      printHead(`${name}, requests per second`, "bare");
      await measureReads(place, length);
      printHead(`${name}, a start with data that is there`);
      await measureStarts(place, length.rounds);
    }),
  );
}
