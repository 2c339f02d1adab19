import { stripVTControlCharacters } from "node:util";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { describeRequest, RequestLog, terminalLog } from "./request-log.ts";

/** Returns what a server writes about some requests. */
async function logged({ isTTY }: { isTTY: boolean }): Promise<string> {
  let text = "";
  const write = (line: string) => (text += line);
  const terminal = terminalLog({ isTTY, write });
  const app = Fastify({
    logger: { stream: terminal ?? { write }, serializers: { req: describeRequest } },
    logController: new RequestLog({ skipsFiles: terminal !== null }),
  });
  app.get("/*", () => "");
  for (const url of ["/articles", "/assets/main-A1.js", "/api/feeds/blog.xml"]) {
    await app.inject(url);
  }
  app.log.warn({ admins: 2 }, "admins lack a second factor");
  app.log.error(new Error("broken"), "a job failed");
  await app.close();
  return stripVTControlCharacters(text);
}

test("On a terminal the log is lines for people, without one for each file", async () => {
  const lines = (await logged({ isTTY: true })).split("\n");
  expect(lines.slice(0, 4)).toEqual([
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] INFO: GET \/articles 200, request completed/),
    expect.stringMatching(/INFO: GET \/api\/feeds\/\S+ 200, request completed/),
    expect.stringMatching(/WARN: admins lack a second factor {"admins":2}$/),
    expect.stringMatching(/ERROR: a job failed/),
  ]);
  expect(lines.join("\n")).toMatch(/Error: broken\n.+ at /s);
});

test("Elsewhere the log is JSON, with every request", async () => {
  const lines = (await logged({ isTTY: false })).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    ...Array.from({ length: 3 }, () => "request completed"),
    "admins lack a second factor",
    "a job failed",
  ]);
});
