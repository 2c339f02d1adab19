import { expect, test } from "vitest";
import { importCatalogue } from "./modules/sales/module.ts";
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
