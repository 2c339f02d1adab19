import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { onMeasured } from "../../infra/metrics/measured.ts";
import { newToken } from "../../infra/tokens.ts";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const token = newToken();
const lines: string[] = [];
const counted: string[] = [];
let it: TestPortal;
let stop: () => void;
beforeAll(async () => {
  stop = onMeasured("violation", (directive) => counted.push(directive));
  const logTo = { write: (line: string) => void lines.push(line) };
  it = await createTestPortal({ logLevel: "info" }, { logTo });
});
afterAll(async () => {
  stop();
  await it.close();
});
beforeEach(() => {
  it.advance(60_000);
  lines.length = 0;
  counted.length = 0;
});

let client = 0;
const another = () => `198.51.${Math.floor(client / 250)}.${client++ % 250}`;

async function send(body: unknown, type = "application/reports+json", ip = another()) {
  const { statusCode } = await it.app.inject({
    method: "POST",
    url: "/api/csp-reports",
    headers: { "content-type": type },
    remoteAddress: ip,
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
  return statusCode;
}

const logged = () =>
  lines.map((line) => JSON.parse(line).violation).filter((violation) => violation !== undefined);

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

test("A report of either format is logged and counted, without sample, query and token", async () => {
  const reset = `https://portal.test/reset-password/${token}?next=secret`;
  const source = { sourceFile: "https://portal.test/assets/main-A1.js?secret", lineNumber: 7 };
  expect(await send([report({ documentURL: reset, ...source })])).toBe(204);
  const older = {
    "document-uri": `app://portal/undo-email-change/${token}`,
    "violated-directive": "img-src 'self' data:",
    "blocked-uri": `https://cdn.example/${token}.png?secret`,
    "source-file": `app://portal/secret/${token}`,
    "script-sample": "alert(document.cookie)",
  };
  expect(await send({ "csp-report": older }, "application/csp-report")).toBe(204);
  expect(logged()).toEqual([
    {
      directive: "script-src-elem",
      page: "/reset-password/:token",
      blocked: "inline",
      source: "/assets/main-A1.js",
      line: 7,
    },
    {
      directive: "img-src",
      page: "/undo-email-change/:token",
      blocked: "https://cdn.example",
      source: "unknown",
      line: null,
    },
  ]);
  expect(counted).toEqual(["script-src-elem", "img-src"]);
  expect(lines.join("")).not.toMatch(new RegExp(`${token}|secret|alert|Browser`));
});

test("Texts of strangers do not get into the log or the labels of metrics", async () => {
  const odd = "x\nINJECTED";
  const fields = ["documentURL", "blockedURL", "effectiveDirective", "sourceFile"];
  await send([report(Object.fromEntries(fields.map((field) => [field, odd])))]);
  await send([report({ blockedURL: "injected:x", documentURL: "https://a.test/INJECTED" })]);
  expect(counted).toEqual(["other", "script-src-elem"]);
  expect(lines.join("")).not.toMatch(/injected/i);
});

test("Violations by extensions of the browser, and reports of other kinds, are ignored", async () => {
  const reports = [
    report({ sourceFile: "moz-extension://a1/content.js" }),
    report({ blockedURL: "chrome-extension://a1/font.woff2" }),
    { type: "deprecation", body: { id: "x" } },
    { type: "csp-violation", body: null },
  ];
  expect(await send(reports)).toBe(204);
  expect([logged(), counted]).toEqual([[], []]);
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

test("A flood of many clients writes at most 31 lines a minute, and is counted", async () => {
  const many = Array.from({ length: 50 }, () => report({}));
  for (let i = 0; i < 5; i++) expect(await send(many)).toBe(204);
  expect(counted).toHaveLength(100); // of a request only the first 20
  expect([logged().length, lines.length]).toEqual([30, 31]);
  expect(lines.at(-1)).toContain("counted and not logged");
  it.advance(60_000);
  await send([report({})]);
  expect(logged()).toHaveLength(31);
});

test("A client that sends too many reports is refused for a while", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 130; i++) statuses.push(await send([report({})], undefined, "192.0.2.1"));
  expect(statuses.filter((status) => status === 204)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
  expect(await send([report({})], undefined, "203.0.113.1")).toBe(204);
});
