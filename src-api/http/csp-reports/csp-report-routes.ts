import type { FastifyInstance } from "fastify";
import { cspReportPath } from "../../../src-shared/content-security-policy.ts";
import { ApiError } from "../../infra/api-error.ts";
import { reportMeasured } from "../../infra/metrics/measured.ts";
import { throttle } from "../../infra/throttle/throttle.ts";
import { parseReports } from "./parse-reports.ts";

const minute = 60_000;

/** Violations that a process logs within a minute: everybody can send reports. */
const loggedPerMinute = 30;

/** Returns a function that tells of a violation whether it is logged, the first that is not, or a later one. */
function logBudget(now: () => Date): () => "logged" | "first-unlogged" | "unlogged" {
  let begun = 0;
  let count = 0;
  return () => {
    const time = now().getTime();
    if (time - begun >= minute) [begun, count] = [time, 0];
    count += 1;
    if (count <= loggedPerMinute) return "logged";
    return count === loggedPerMinute + 1 ? "first-unlogged" : "unlogged";
  };
}

/**
 * Takes the reports that browsers send about violations of the pages' Content-Security-Policy. They are counted and
 * logged, and not stored (docs/decisions/0043-reports-and-licences.md).
 */
export async function cspReportRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const spend = logBudget(portal.now);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/csp-report", "application/reports+json"],
    { parseAs: "string" },
    app.getDefaultJsonParser("error", "error"),
  );
  const options = { bodyLimit: 64 * 1024, logLevel: "warn", schema: { hide: true } } as const;
  app.post(cspReportPath.replace(/^\/api/, ""), options, async (request, reply) => {
    const violations = parseReports(request.body);
    if (violations === null) throw new ApiError("validation");
    await throttle(portal, "csp-report", request.ip, "");
    for (const violation of violations) {
      reportMeasured("violation", violation.directive);
      const chance = spend();
      if (chance === "logged") {
        request.log.warn({ violation }, "a page violated its content security policy");
      } else if (chance === "first-unlogged") {
        request.log.warn("further violations of this minute are counted and not logged");
      }
    }
    return reply.code(204).send();
  });
}
