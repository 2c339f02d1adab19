import { request } from "node:http";
import { hostname } from "node:os";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestPortal, type TestPortal } from "#api/testing/test-portal.ts";
import { openFlagStream } from "#api/modules/flags/testing/flag-events.ts";
import { measureMail, emitMetric } from "./metric-events.ts";
import { createMetrics, type Metrics, serveMetrics, type MetricsServer } from "./metrics.ts";

let portal: TestPortal;
let metrics: Metrics;
let server: MetricsServer;
const poolUse = () => ({ total: 7, idle: 4, waiting: 2 });
beforeAll(async () => {
  const jobs = { count: () => portal.portal.jobs.count() };
  metrics = createMetrics({ jobs, poolUse });
  server = await serveMetrics({ host: "127.0.0.1", port: 0 }, metrics.render);
  portal = await createTestPortal({}, { answered: metrics.answered });
});
afterAll(async () => {
  await server.close();
  metrics.close();
  await portal.close();
});

const read = async () => (await fetch(`${server.origin}/metrics`)).text();
/** Returns the lines of a metric, without comments. */
const linesOf = async (name: string) =>
  (await read()).split("\n").filter((line) => line.startsWith(name));

test("Requests are counted by the template of their address, never by the address", async () => {
  for (const slug of ["one", "two", "three"])
    await portal.app.inject(`/api/content/articles/${slug}`);
  for (const url of ["/api/nothing-1", "/nothing-2", "/api/../x"]) await portal.app.inject(url);
  await portal.app.inject({ method: "POST", url: "/api/login", payload: {} });
  const counts = await linesOf("http_request_duration_seconds_count");
  expect(counts).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/content/:kind/:slug",status="401"} 3',
  );
  expect(counts).toContain(
    'http_request_duration_seconds_count{method="any",route="none",status="404"} 3',
  );
  expect(counts.join("\n")).toMatch(/method="POST",route="\/api\/login",status="400"} 1/);
  expect(await read()).not.toMatch(/nothing|three/);
});

test("Open streams are counted, and no duration of them", async () => {
  const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
  const stream = await openFlagStream(origin);
  await stream.next();
  expect(await linesOf("portal_open_streams")).toEqual(["portal_open_streams 1"]);
  stream.close();
  await vi.waitFor(async () =>
    expect(await linesOf("portal_open_streams")).toEqual(["portal_open_streams 0"]),
  );
  expect(await read()).not.toContain("/flags/eval/");
});

test("Mails, charges, violations, jobs, passwords and connections are counted", async () => {
  await measureMail(Promise.resolve());
  await measureMail(Promise.reject(new Error("full"))).catch(() => {});
  emitMetric("charge", "requires_action");
  emitMetric("violation", "img-src");
  await portal.app.inject({
    method: "POST",
    url: "/api/forgot-password",
    payload: { email: "ada@example.com" },
  });
  expect(await linesOf("portal_mails_total")).toEqual([
    'portal_mails_total{outcome="sent"} 1',
    'portal_mails_total{outcome="failed"} 1',
  ]);
  expect(await linesOf("portal_charges_total")).toEqual([
    'portal_charges_total{outcome="requires_action"} 1',
  ]);
  expect(await linesOf("portal_csp_violations_total")).toEqual([
    'portal_csp_violations_total{directive="img-src"} 1',
  ]);
  expect((await linesOf("portal_jobs")).join("\n")).toMatch(/job="[\w.-]+",state="due"} \d/);
  expect(await linesOf("portal_passwords_waiting")).toEqual([
    'portal_passwords_waiting{queue="hashes"} 0',
    'portal_passwords_waiting{queue="admission"} 0',
  ]);
  expect(await linesOf("portal_database_connections")).toEqual([
    'portal_database_connections{state="total"} 7',
    'portal_database_connections{state="idle"} 4',
    'portal_database_connections{state="waiting"} 2',
  ]);
});

test("The process tells its memory and the delay of its event loop", async () => {
  const text = await read();
  expect(text).toMatch(/^process_resident_memory_bytes \d{6,}/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
});

test("While the database does not answer, the other metrics are served", async () => {
  vi.spyOn(portal.portal.jobs, "count").mockRejectedValueOnce(new Error("down"));
  const response = await fetch(`${server.origin}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  expect((await fetch(`${server.origin}/`)).status).toBe(404);
  expect((await portal.app.inject("/api/metrics")).statusCode).toBe(404);
});

/** Returns the status for a request that names a host. */
const statusFor = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${server.origin}/metrics`, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject).end();
  });

test.each([
  "evil.example",
  "evil.example:9464",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "[",
])("A page that resolves its own name to this machine reads no metrics: %j", async (host) => {
  expect(await statusFor(host)).toBeGreaterThanOrEqual(400);
});

test.each([
  "localhost:9464",
  "LOCALHOST",
  "127.0.0.1:9464",
  "[::1]:9464",
  "192.168.1.20",
  hostname(),
])("A scraper that names the machine reads them: %s", async (host) => {
  expect(await statusFor(host)).toBe(200);
});
