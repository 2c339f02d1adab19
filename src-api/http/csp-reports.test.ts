import { afterAll, beforeEach, expect, test } from "vitest";
import { onMetric } from "#api/infra/metrics/metric-events.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const lines: string[] = [];
const counted: string[] = [];
afterAll(onMetric("violation", (directive) => counted.push(directive)));
const logTo = { write: (line: string) => void lines.push(line) };
const portal = await forFile(createTestPortal({ logLevel: "info" }, { logTo }));
beforeEach(() => {
  portal.advance(60_000);
  lines.length = 0;
  counted.length = 0;
});

let client = 0;
const another = () => `198.51.${Math.floor(client / 250)}.${client++ % 250}`;

async function send(body: unknown, type = "application/reports+json", ip = another()) {
  const { statusCode } = await portal.app.inject({
    method: "POST",
    url: "/api/csp-reports",
    headers: { "content-type": type },
    remoteAddress: ip,
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
  return statusCode;
}

const report = (body: object) => ({
  type: "csp-violation",
  age: 12,
  url: "https://portal.test/",
  user_agent: "Browser/1.0",
  body: {
    documentURL: "https://portal.test/",
    blockedURL: "inline",
    effectiveDirective: "script-src-elem",
    originalPolicy: "default-src 'self'",
    sample: "alert(document.cookie)",
    disposition: "enforce",
    statusCode: 200,
    ...body,
  },
});

test("A report of either format is counted by its directive, and not logged", async () => {
  expect(await send([report({})])).toBe(204);
  const older = {
    "document-uri": "app://portal/undo-email-change/token",
    "violated-directive": "img-src 'self' data:",
    "blocked-uri": "https://cdn.example/picture.png",
  };
  expect(await send({ "csp-report": older }, "application/csp-report")).toBe(204);
  expect(counted).toEqual(["script-src-elem", "img-src"]);
  expect(lines.join("")).not.toMatch(/cdn\.example|undo-email/);
});

test("A directive that our policies do not have does not get into the labels of metrics", async () => {
  await send([report({ effectiveDirective: "x\nINJECTED" }), report({ effectiveDirective: null })]);
  expect(counted).toEqual(["other", "other"]);
});

test("Violations by extensions of the browser, and reports of other kinds, are ignored", async () => {
  const reports = [
    report({ sourceFile: "moz-extension://a1/content.js" }),
    report({ blockedURL: "chrome-extension://a1/font.woff2" }),
    { type: "deprecation", body: { id: "x" } },
    { type: "csp-violation", body: null },
  ];
  expect(await send(reports)).toBe(204);
  expect(counted).toEqual([]);
});

test.each([
  ["a body that is not JSON", "{", "application/csp-report", 400],
  ["another object", { report: 1 }, "application/csp-report", 400],
  ["fields of other types", { "csp-report": { "blocked-uri": 1 } }, "application/csp-report", 400],
  ["a list of something else", [1], "application/reports+json", 400],
  ["nothing", "", "application/csp-report", 400],
  ["a prototype", '{"__proto__":{}}', "application/csp-report", 400],
  ["another type", [report({})], "application/json", 415],
  ["a body that is too large", "1".repeat(65_537), "application/reports+json", 413],
])("%s is refused, and not logged", async (_, body, type, status) => {
  expect(await send(body, type)).toBe(status);
  expect(lines).toEqual([]);
});

test("Of a request the first 20 reports count", async () => {
  await send(Array.from({ length: 50 }, () => report({})));
  expect(counted).toHaveLength(20);
});

test("A client that sends too many reports is refused for a while", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 130; i++) statuses.push(await send([report({})], undefined, "192.0.2.1"));
  expect(statuses.filter((status) => status === 204)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
  expect(await send([report({})], undefined, "203.0.113.1")).toBe(204);
});
