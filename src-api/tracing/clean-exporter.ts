import type { Attributes } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/**
 * What spans may contain. Addresses of requests hold the tokens of mailed links, and names, users and hosts of the
 * database are nobody's business.
 */
const allowed = new Set([
  "http.request.method",
  "http.route",
  "http.response.status_code",
  "portal.request.id",
  "db.system",
  "db.system.name",
  "db.operation.name",
  "db.statement",
  "db.query.text",
  "exception.type",
  "error.type",
]);

/** Maximum length of a statement. */
const longest = 2_000;

/** Removes the literals of a statement; the values that queries pass beside it are never recorded. */
const withoutLiterals = (statement: string): string =>
  statement.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, longest);

const clean = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => allowed.has(name))
      .map(([name, value]) => [
        name,
        typeof value === "string" && /statement|query/.test(name) ? withoutLiterals(value) : value,
      ]),
  );

/** Returns a span without personal data and secrets; messages of errors may repeat them. */
function cleanSpan(span: ReadableSpan): ReadableSpan {
  const { name, kind, parentSpanContext, startTime, endTime, status, duration, ended } = span;
  const { resource, instrumentationScope } = span;
  const context = span.spanContext();
  return {
    name,
    kind,
    spanContext: () => context,
    ...(parentSpanContext && { parentSpanContext }),
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    status: { code: status.code },
    attributes: clean(span.attributes),
    links: [],
    events: span.events.map((event) => ({ ...event, attributes: clean(event.attributes ?? {}) })),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Wraps an exporter, which then gets spans without personal data and secrets only. */
export const cleanExporter = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(cleanSpan), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});
