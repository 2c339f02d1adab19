import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { InjectOptions } from "fastify";
import * as z from "zod/mini";
import { termsVersion } from "../../src-api/modules/billing/checkout/terms-version.ts";
import { readConfig } from "../../src-api/config.ts";
import { users } from "../../src-api/modules/accounts/schema.ts";
import { hashPassword } from "../../src-api/infra/passwords/passwords.ts";
import { startServer, type RunningServer } from "../../src-api/server.ts";
import { rankSum } from "./bench-statistics.ts";

const hour = 60 * 60_000;
const password = "three green tunnels";
const warmUp = 20;

const knownAddress = (at: number) => `known-${at}@example.com`;
const unknownAddress = (at: number) => `nobody-${at}@example.com`;

/** The requests by which somebody without a session could find out whether an address has an account. */
const probes: Record<string, (email: string) => Promise<InjectOptions>> = {
  "forgot-password": async (email) => ({
    method: "POST",
    url: "/api/forgot-password",
    payload: { email },
  }),
  register: async (email) => ({
    method: "POST",
    url: "/api/register",
    payload: { email, name: "Ada", password, language: "en", termsVersion: await termsVersion() },
  }),
  login: async (email) => ({
    method: "POST",
    url: "/api/login",
    payload: { email, password: "not the password" },
  }),
};

async function insertKnownUsers({ portal }: RunningServer, count: number): Promise<void> {
  const passwordHash = await hashPassword(password);
  const rows = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    email: knownAddress(at),
    name: "Ada",
    passwordHash,
    roles: ["ROLE_USER"],
    language: "en" as const,
    createdAt: portal.now(),
  }));
  await portal.database.insert(users).values(rows);
}

/** In ms: what a caller can see, and what the process computes, which a busy machine blurs less. */
type Cost = { time: number; work: number };

const workSoFar = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The time of a request together with the one that follows at once, and the work of it with its jobs. */
async function cost({ app }: RunningServer, request: InjectOptions): Promise<Cost> {
  const begin = { time: performance.now(), work: workSoFar() };
  const { statusCode } = await app.inject(request);
  await app.inject("/api/health");
  const time = performance.now() - begin.time;
  await app.jobsDone();
  const work = workSoFar() - begin.work;
  if (statusCode === 429 || statusCode >= 500) throw new Error(`A probe got ${statusCode}.`);
  return { time, work };
}

type Costs = Record<"known" | "unknown", Cost[]>;

/** Costs of as many known and unknown addresses, in pairs whose order is drawn by lot. */
async function measure(
  server: RunningServer,
  { probe, count, wait }: { probe: string; count: number; wait: () => void },
): Promise<Costs> {
  const costs: Costs = { known: [], unknown: [] };
  for (let at = 0; at < count + warmUp; at += 1) {
    const pair = [
      { costs: costs.known, email: knownAddress(at) },
      { costs: costs.unknown, email: unknownAddress(at) },
    ];
    for (const kind of Math.random() < 0.5 ? pair : pair.toReversed()) {
      wait();
      const spent = await cost(server, await probes[probe]!(kind.email));
      if (at >= warmUp) kind.costs.push(spent);
    }
  }
  return costs;
}

/** Prints how well one quantity tells the known addresses, and whether that is chance. */
function judge(probe: string, quantity: keyof Cost, { known, unknown }: Costs): boolean {
  const values = (costs: Cost[]) => costs.map((spent) => spent[quantity]);
  const { auc, standardError } = rankSum(values(known), values(unknown));
  const bound = Math.max(0.05, 4 * standardError);
  const fair = Math.abs(auc - 0.5) <= bound;
  const [found, allowed, error] = [auc, bound, standardError].map((share) => share.toFixed(3));
  const verdict = fair ? "" : ": FAILED";
  console.log(
    `${probe}, ${quantity}: AUC ${found}, allowed 0.5 ± ${allowed} (standard error ${error})${verdict}`,
  );
  return fair;
}

/**
 * Checks that neither the time of an answer and of the request after it nor the work of the process
 * tells whether an address has an account: of a random known and a random unknown one, the known one has
 * to cost more in half of the cases (AUC 0.5). Fails beyond 0.05 or, where the sample is too small to be
 * that exact, beyond four standard errors, which chance alone exceeds once in 16,000 times.
 *
 * @param options `--samples 400`: how many addresses of each kind; `--only login`: one kind of request
 */
export async function benchEqualWork(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { samples: { type: "string" }, only: { type: "string" } },
  });
  const count = z.parse(z.coerce.number().check(z.int(), z.gte(300)), values.samples ?? 400);
  const names = Object.keys(probes).filter((name) => name === (values.only ?? name));
  const dataDir = await mkdtemp(join(tmpdir(), "bench-equal-work-"));
  let clock = Date.now();
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    SEED_DEMO: "0",
    DATA_DIR: dataDir,
  });
  const server = await startServer(config, { rendererFolder: null, now: () => new Date(clock) });
  try {
    await insertKnownUsers(server, count + warmUp);
    for (const probe of names) {
      // Throttles count per hour: no probe is refused.
      const costs = await measure(server, { probe, count, wait: () => void (clock += 2 * hour) });
      const verdicts = [judge(probe, "time", costs), judge(probe, "work", costs)];
      if (verdicts.includes(false)) process.exitCode = 1;
    }
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
