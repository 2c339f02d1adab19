import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import packageJson from "../../package.json" with { type: "json" };
import { isDiskUsable } from "#api/infra/disk.ts";
import { isMigrated } from "#api/infra/database/connect.ts";

/** Ms after which a database that has not answered counts as unreachable. */
const answerTimeoutMs = 2_000;

const healthSchema = z.object({
  status: z.enum(["ok", "unavailable"]),
  database: z.enum(["ok", "unreachable"]),
  version: z.string(),
});
const liveSchema = z.object({ status: z.enum(["ok"]) });
const readySchema = z.object({ status: z.enum(["ready", "not-ready"]) });

/** Probes come every few seconds, so they are only logged when they fail. */
const warningsOnly = { logLevel: "warn" } as const;

/** What a process may still lack to serve requests; only the log names it. */
type Lack = "closing" | "database" | "migrations" | "jobs" | "pages" | "disk";

type DatabaseState = "ok" | "unmigrated" | "unreachable";

/** Returns a check of the database in bounded time. Calls share the query under way, even if it hangs. */
function databaseCheck({ portal, log }: FastifyInstance): () => Promise<DatabaseState> {
  let query: Promise<DatabaseState> | null = null;
  const runQuery = async () => {
    try {
      return (await isMigrated(portal.database)) ? "ok" : "unmigrated";
    } catch (err) {
      log.error({ err }, "the database does not answer");
      return "unreachable";
    } finally {
      query = null;
    }
  };
  return async () => {
    query ??= runQuery();
    const waiting = new AbortController();
    const timeout = delay(answerTimeoutMs, "unreachable" as const, waiting);
    timeout.catch(() => {}); // aborted: the database has answered
    try {
      return await Promise.race([query, timeout]);
    } finally {
      waiting.abort();
    }
  };
}

/** Returns a function that logs what is lacking whenever that changes. */
function lackLog({ log }: FastifyInstance): (lacks: Lack[]) => void {
  let known = "";
  return (lacks) => {
    const now = lacks.join();
    if (now === known) return;
    known = now;
    if (now === "") log.info("ready");
    else log.warn({ lacks }, "not ready");
  };
}

/**
 * Serves the health checks of monitoring and balancers. `/health/live`: the process answers. `/health/ready`: it
 * can serve requests, and is not about to end. `/health`: a summary, 503 while the database is down. They name
 * no cause, which is for the log.
 *
 * @param servesPages whether this process has to serve pages, too
 */
export async function healthRoutes(
  app: FastifyInstance,
  { servesPages }: { servesPages: boolean },
): Promise<void> {
  const { version } = packageJson;
  const checkDatabase = databaseCheck(app);
  const report = lackLog(app);
  const answers = <Schema extends z.ZodMiniType>(summary: string, schema: Schema) => ({
    ...warningsOnly,
    schema: { summary, response: { 200: schema, 503: schema } },
  });

  const findLacks = async (): Promise<Lack[]> => {
    const [database, isUsable] = await Promise.all([
      checkDatabase(),
      isDiskUsable(app.portal.config).catch(() => false),
    ]);
    const lacks: Record<Lack, boolean> = {
      closing: app.closing.begun,
      database: database === "unreachable",
      migrations: database === "unmigrated",
      jobs: !app.portal.jobs.isWorking,
      pages: servesPages && !app.hasDecorator("sendPage"),
      disk: !isUsable,
    };
    return (Object.keys(lacks) as Lack[]).filter((lack) => lacks[lack]); // Object.keys loses the key type
  };

  app.get(
    "/health/live",
    {
      ...warningsOnly,
      schema: { summary: "Tell whether the process answers", response: { 200: liveSchema } },
    },
    async () => ({ status: "ok" as const }),
  );
  app.get(
    "/health/ready",
    answers("Tell whether the process can serve requests", readySchema),
    async (_, reply) => {
      const lacks = await findLacks();
      report(lacks);
      if (lacks.length === 0) return { status: "ready" as const };
      return reply.code(503).send({ status: "not-ready" });
    },
  );
  app.get(
    "/health",
    answers("Tell whether the portal can work", healthSchema),
    async (_, reply) => {
      if ((await checkDatabase()) !== "unreachable")
        return { status: "ok", database: "ok", version };
      return reply.code(503).send({ status: "unavailable", database: "unreachable", version });
    },
  );
}
