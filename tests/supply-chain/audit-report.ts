import * as z from "zod/mini";

const advisorySchema = z.object({
  name: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.enum(["info", "low", "moderate", "high", "critical"]),
});
export type Advisory = z.infer<typeof advisorySchema>;

/**
 * Output of `npm audit --json`. Names of packages in `via` are ignored, since these are listed
 * themselves.
 */
const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), advisorySchema])) }),
  ),
});

/** An advisory that does not concern us, by its address, and why. */
export type Accepted = Readonly<Record<string, string>>;

/**
 * Returns the advisories of a report that must be fixed: high and critical ones that are not
 * accepted. Null for anything but a report, for instance if the registry does not support audits.
 */
export function blockingAdvisories(report: unknown, accepted: Accepted): Advisory[] | null {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return null;
  const found = Object.values(parsed.data.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause === "object")
    .filter(({ severity, url }) => ["high", "critical"].includes(severity) && !(url in accepted));
  return [...new Map(found.map((advisory) => [advisory.url, advisory])).values()];
}
