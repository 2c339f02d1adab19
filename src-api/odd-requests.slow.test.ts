import { expect, test } from "vitest";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { contract } from "./testing/contract.ts";
import { createContentPortal } from "./testing/content-portal.ts";
import { forFile } from "./testing/for-file.ts";
import { sampleContent } from "./testing/sample-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const folder = await forFile(temporaryFolder());
const portal = await forFile(createContentPortal(sampleContent, {}, { dataDir: folder.path }));

await importCatalogue(portal.portal, { demo: true });
const calls = await contract();

const long = "x".repeat(5000);

/** Names that every object has, and what is long, empty or no text. */
const words = ["constructor", "__proto__", "toString", long, "%00", "%F0%9F%90%95", "-1"];
type Body = { payload?: string; type?: string };
const bodies: Body[] = [
  {},
  { payload: "", type: "application/octet-stream" },
  { payload: "null" },
  { payload: "[]" },
  { payload: '"text"' },
  { payload: '{"__proto__":{"a":1},"constructor":"x","toString":null}' },
  { payload: "{" },
];

const plain: Body[] = [{}];

/** The kinds and languages of entries, so that requests get as far as the address. */
const known: Record<string, string> = { kind: "articles", language: "en" };
const url = (path: string, word: string, isKnown: boolean) =>
  `/api${path}`.replaceAll(/:(\w+)/g, (_, name: string) => (isKnown && known[name]) || word);

test("no request makes the API fail, however odd its address or its body is", async () => {
  expect(calls.length).toBeGreaterThan(150);
  const failures = new Set<string>();
  const { admin } = portal.headersOf;
  for (const { path, method } of calls) {
    // Ends the session.
    if (path.endsWith("/logout") || path === "/me/deletion") continue;
    for (const word of path.includes(":") ? words : [""]) {
      const isRead = method === "GET" || !["", "constructor"].includes(word);
      for (const { payload, type = "application/json" } of isRead ? plain : bodies) {
        const answer = await portal.app.inject({
          method,
          url: url(path, word, payload !== "null"),
          headers: {
            ...admin,
            "idempotency-key": crypto.randomUUID(),
            ...(payload !== undefined && { "content-type": type }),
          },
          ...(payload !== undefined && { payload }),
        });
        if (answer.statusCode < 500) continue;
        failures.add(`${answer.statusCode} ${method} ${path} ${word.slice(0, 12)} ${payload}`);
      }
    }
  }
  expect([...failures]).toEqual([]);
});

/** As far as the requests below are made of it. */
type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
};
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

const samples: Record<string, unknown> = {
  uuid: "00000000-0000-4000-8000-000000000000",
  date: "2026-03-01",
  "date-time": "2026-03-01T12:00:00Z",
  email: "a@example.com",
};

/** Returns a value that fits a schema, as far as that is easily told. */
function sampleOf(schema: Schema): unknown {
  const { type, format = "", anyOf: [first] = [], properties = {} } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (first) return sampleOf(first);
  if (type === "object") {
    if (schema.additionalProperties) return { field: "text" };
    const fields = Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]);
    return Object.fromEntries(fields);
  }
  if (type === "array") return schema.items ? [sampleOf(schema.items)] : [];
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return samples[format] ?? "text";
}

const deep = JSON.parse("[".repeat(9000) + "]".repeat(9000)) as unknown;
const oddValues: unknown[] = [
  null,
  "constructor",
  "__proto__",
  "a\0b",
  "\ud800",
  "x".repeat(5000),
  ["text", "text"],
  { constructor: { prototype: 1 } },
  { "a\0b\udc00": "\ud800" },
  deep,
  -1,
  2 ** 31,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
];

/** Returns copies of a value in which one part each is replaced by something odd. */
function* odd(value: unknown): Generator {
  yield* oddValues;
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const other of odd(part)) {
      if (Array.isArray(value)) yield value.with(Number(name), other);
      else yield { ...value, [name]: other };
    }
  }
}

const queries = (names: readonly string[]) =>
  names.flatMap((name) => {
    const values = [
      "a&NAME=b",
      "%00",
      "%ED%A0%80",
      "constructor",
      "-1",
      "1e999",
      long,
      "",
      "%5B%5D",
    ];
    return values
      .map((value) => `${name}=${value.replace("NAME", name)}`)
      .concat(`${name}[]=a&${name}[b]=c`);
  });

test("no call of the studio fails by what is odd in one of its parts, and each says in words why it is refused", async () => {
  const { admin } = portal.headersOf;
  const made: Record<string, string> = { kind: "videos", language: "en" };
  const create = { kind: "videos", title: "Odd parts" };
  made["slug"] = (await portal.send("POST", "/studio/entries", "admin", create)).json().slug;
  const document = (await portal.get("/openapi.json")).json();
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const failures = new Set<string>();
  let sent = 0;
  let revision = 1;
  /** Bases a save on the entry as it is by now. */
  const ofNow = (payload: unknown) =>
    Reflect.get(Object(payload), "revision") === 1 ? { ...Object(payload), revision } : payload;
  const send = async (method: string, address: string, payload: unknown, about: string) => {
    sent += 1;
    const answer = await portal.app.inject({
      method: method.toUpperCase() as "GET",
      url: address,
      headers: {
        ...admin,
        ...(payload !== undefined && { "content-type": "application/json" }),
      },
      ...(payload !== undefined && { payload: JSON.stringify(ofNow(payload)) }),
    });
    const { statusCode: status, body } = answer;
    if (status === 200) revision = answer.json().revision ?? revision;
    if (status >= 500 || (status >= 400 && !JSON.parse(body).message)) {
      failures.add(`${status} ${method} ${about}`);
    }
  };
  const studio = Object.entries(paths).filter(([path]) => path.includes("/studio/"));
  for (const [path, operations] of studio) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const address = `${path.startsWith("/api") ? "" : "/api"}${path}`.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => made[name] ?? (samples["uuid"] as string),
      );
      const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      for (const query of queries(names))
        await send(method, `${address}?${query}`, undefined, `${path}?${query.slice(0, 30)}`);
      const schema = requestBody?.content["application/json"]?.schema;
      if (!schema) continue;
      for (const body of odd(sampleOf(schema))) {
        await send(
          method,
          address,
          body,
          `${path} ${body === deep ? "deep" : JSON.stringify(body, (_, one: unknown) => (one === deep ? "deep" : one))?.slice(0, 200)}`,
        );
      }
    }
  }
  expect([...failures]).toEqual([]);
  expect(studio.length).toBeGreaterThan(20);
  expect(sent).toBeGreaterThan(500);
});

const upload = (method: "POST" | "PATCH", path: string, headers: Record<string, string>) =>
  portal.app.inject({
    method,
    url: `/api/studio/uploads${path}`,
    headers: { ...portal.headersOf.admin, "tus-resumable": "1.0.0", ...headers },
    payload: "",
  });
const type = { "content-type": "application/offset+octet-stream" };
const anyUpload = `/${"0".repeat(32)}`;

test.each([
  ["POST", "", { "upload-concat": "partial", "upload-length": "3" }],
  ["POST", "", { "upload-concat": "final;/a /b" }],
  ["POST", "", { "upload-defer-length": "1" }],
  ["POST", "", { "upload-length": "x" }],
  ["POST", "", {}],
  ["PATCH", anyUpload, type],
  ["PATCH", anyUpload, { ...type, "upload-offset": "-1" }],
  ["PATCH", anyUpload, { "upload-offset": "0" }],
  ["PATCH", anyUpload, { ...type, "upload-offset": "0", "upload-length": "9" }],
  ["PATCH", "/constructor", { ...type, "upload-offset": "0" }],
] as const)("an odd upload is refused in words: %s %s %j", async (method, path, headers) => {
  const { statusCode, body } = await upload(method, path, headers);
  expect([statusCode, JSON.parse(body).message]).toEqual([
    expect.toSatisfy((status: number) => status >= 400 && status < 500),
    expect.stringMatching(/./),
  ]);
});

test("empty files are refused at their fields", async () => {
  const { admin } = portal.headersOf;
  const created = await portal.send("POST", "/studio/entries", "admin", {
    kind: "videos",
    title: "Empty files",
  });
  const { slug } = created.json();
  for (const [method, path] of [
    ["POST", `/studio/entries/videos/${slug}/pictures?name=a.png`],
    ["POST", `/studio/videos/${slug}/posters`],
    ["PUT", `/studio/videos/${slug}/captions/en`],
    ["POST", "/studio/extra-files?name=a.pdf"],
  ] as const) {
    for (const headers of [admin, { ...admin, "content-type": "image/png" }]) {
      const answer = await portal.app.inject({ method, url: `/api${path}`, headers });
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 400, "validation"]);
    }
  }
});
