import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { cspReportPath } from "#shared/content-security-policy.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { emitMetric } from "#api/infra/metrics/metric-events.ts";
import { throttle } from "#api/infra/throttle/throttle.ts";

/** Directives of our policies; everybody can send reports, and what they name else is counted as `other`. */
const directives = new Set(
  "base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src object-src require-trusted-types-for script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types worker-src".split(
    " ",
  ),
);

const text = z.nullish(z.string());

/** What browsers send for `report-to`. */
const reportsSchema = z.array(
  z.object({
    type: z.string(),
    body: z.nullish(z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text })),
  }),
);

/** What browsers send for `report-uri`. */
const reportSchema = z.object({
  "csp-report": z.object({
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
  }),
});

type Report = NonNullable<z.infer<typeof reportsSchema>[number]["body"]>;

/** Reports of one request that are counted. */
const maxReports = 20;

/** Extensions of browsers violate the policies of every page. */
const isOfExtension = ({ blockedURL, sourceFile }: Report) =>
  [blockedURL, sourceFile].some((url) =>
    /^(chrome|moz|safari|safari-web)-extension:/.test(url ?? ""),
  );

function readReports(body: unknown): Report[] {
  const single = reportSchema.safeParse(body).data?.["csp-report"];
  if (single) {
    const effectiveDirective = single["effective-directive"] ?? single["violated-directive"];
    return [
      { effectiveDirective, blockedURL: single["blocked-uri"], sourceFile: single["source-file"] },
    ];
  }
  const reports = reportsSchema.safeParse(body).data;
  if (!reports) throw new ApiError("validation");
  return reports.flatMap((report) =>
    report.type === "csp-violation" && report.body ? [report.body] : [],
  );
}

/** Counts browsers' reports of violations of the policy, by directive (decision 0043). */
export async function cspReportRoutes(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/csp-report", "application/reports+json"],
    { parseAs: "string" },
    app.getDefaultJsonParser("error", "error"),
  );
  const options = { bodyLimit: 64 * 1024, logLevel: "warn", schema: { hide: true } } as const;
  app.post(cspReportPath.replace(/^\/api/, ""), options, async (request, reply) => {
    const reports = readReports(request.body);
    await throttle(app.portal, "csp-report", request.ip, "");
    for (const report of reports.slice(0, maxReports)) {
      if (isOfExtension(report)) continue;
      // Old browsers name the directive with its values.
      const [name = ""] = (report.effectiveDirective ?? "").split(" ", 1);
      emitMetric("violation", directives.has(name) ? name : "other");
    }
    return reply.code(204).send();
  });
}
