import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import packageJson from "../../package.json" with { type: "json" };
import { ping } from "../infra/database/connect.ts";

const healthSchema = z.object({
  status: z.enum(["ok", "unavailable"]),
  database: z.enum(["ok", "unreachable"]),
  version: z.string(),
});

/** Whether the portal can work, for whoever watches it: 200, or 503 when the database is down. */
export async function health(app: FastifyInstance): Promise<void> {
  const options = {
    schema: {
      summary: "Tell whether the portal can work",
      response: { 200: healthSchema, 503: healthSchema },
    },
  };
  const { version } = packageJson;
  app.get("/health", options, async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await ping(app.portal.database);
      return { status: "ok", database: "ok", version };
    } catch (err) {
      request.log.error({ err }, "the database does not answer");
      return reply.code(503).send({ status: "unavailable", database: "unreachable", version });
    }
  });
}
