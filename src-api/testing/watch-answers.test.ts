import Fastify from "fastify";
import { expect, test } from "vitest";
import { watchAnswers } from "./watch-answers.ts";

/** Requests a status from an API with one operation, for which only 200 and 404 are documented. */
async function ask(url: string, summary?: string): Promise<() => void> {
  const app = Fastify();
  const responses = { 200: {}, 404: {} };
  app.get("/api/openapi.json", async () => ({
    paths: { "/api/things/{id}": { get: { responses, summary } } },
  }));
  app.get("/api/things/:status", async ({ params }, reply) =>
    reply.code(Number((params as { status: string }).status)).send({}),
  );
  const answers = watchAnswers(app);
  await app.inject(url);
  return () => answers.check();
}

test.each(["200", "404"])("a documented answer passes: %s", async (status) => {
  expect(await ask(`/api/things/${status}?a=b`, "Get a thing")).not.toThrow();
});

test("an undocumented answer is reported with its address", async () => {
  expect(await ask("/api/things/409", "Get a thing")).toThrow("GET /api/things/409: 409");
});

test("answers of undocumented operations are not checked", async () => {
  expect(await ask("/api/things/409")).not.toThrow();
  expect(await ask("/api/others")).not.toThrow();
});
