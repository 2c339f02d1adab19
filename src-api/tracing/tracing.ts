import { createRequire } from "node:module";
import FastifyOtel from "@fastify/otel";
import { context, type Span, type Attributes } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import packageJson from "../../package.json" with { type: "json" };

/** What spans may contain: no addresses of requests, and no names, users or hosts of the database. */
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

const maxStatementLength = 2_000;

/** Removes the literals of a statement; the values that queries pass beside it are never recorded. */
const withoutLiterals = (statement: string): string =>
  statement.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, maxStatementLength);

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
  const spanContext = span.spanContext();
  return {
    name,
    kind,
    spanContext: () => spanContext,
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
const cleanExporter = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(cleanSpan), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});

/** Ms that closing waits for the last spans to be sent. */
const flushTimeoutMs = 1_000;

export type Tracing = {
  /** Records the requests of a server; register it before everything else. */
  plugin: FastifyPluginCallback;
  /** Sends what was recorded, but does not wait for long. */
  close(): Promise<void>;
};

type Environment = Record<string, string | undefined>;

/** Returns the part of traces to record, by the standard variables; all of them by default. */
function ratioOf({
  OTEL_TRACES_SAMPLER: sampler = "",
  OTEL_TRACES_SAMPLER_ARG: part,
}: Environment) {
  if (sampler.endsWith("always_off")) return 0;
  const ratio = sampler.endsWith("traceidratio") ? Number(part ?? 1) : 1;
  return ratio >= 0 && ratio <= 1 ? ratio : 1;
}

/** Names the service as OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say; `portal` by default. */
const resourceOfService = () =>
  defaultResource()
    .merge(
      resourceFromAttributes({ "service.name": "portal", "service.version": packageJson.version }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** Names the span of a request after its route, and has it carry the identifier that the log and the client know. */
function describeRequest(span: Span, request: FastifyRequest) {
  span.updateName(`${request.method} ${request.routeOptions.url ?? "none"}`);
  span.setAttribute("portal.request.id", request.id);
}

/** Whether a route is left out: probes come every few seconds, and streams last as long as a page is open. */
const isIgnored = ({ url }: { url: string }) =>
  ["/api/health", "/api/flags/"].some((path) => url.startsWith(path));

/** Changes the driver when it is first used; a second one would not, since it sees only the first loading. */
let queries: PgInstrumentation | null = null;

/** Changes the driver of PostgreSQL, which it could only do by itself where the driver is required, not imported. */
function watchDriver(): PgInstrumentation {
  const watching = new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true });
  const require = createRequire(import.meta.url);
  require("pg");
  require("pg-pool");
  return watching;
}

/** Records the queries of requests to PostgreSQL, with their statements. Returns a function that ends the recording. */
function watchQueries(provider: TracerProvider): () => void {
  const watching = queries ?? watchDriver();
  watching.setTracerProvider(provider);
  if (queries) watching.enable();
  queries = watching;
  return () => watching.disable();
}

/** Records traces, and sends them where OpenTelemetry's variables say. Contexts of clients are not continued. */
export function openTracing(environment: Environment): Tracing {
  const processor = new BatchSpanProcessor({ exporter: cleanExporter(new OTLPTraceExporter()) });
  const provider = new TracerProvider({
    resource: resourceOfService(),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratioOf(environment)) }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const requests = new FastifyOtel({
    requestHook: describeRequest,
    ignorePaths: isIgnored,
    instrumentHooks: false,
  });
  requests.setTracerProvider(provider);
  const endQueries = watchQueries(provider);
  return {
    plugin: requests.plugin(),
    close: async () => {
      endQueries();
      context.disable();
      const sent = provider.shutdown().catch(() => {}); // nobody listens there any more
      await Promise.race([sent, new Promise((done) => setTimeout(done, flushTimeoutMs).unref())]);
    },
  };
}
