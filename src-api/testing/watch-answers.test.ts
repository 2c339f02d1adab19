import Fastify from "fastify";
import { expect, test } from "vitest";
import { watchAnswers } from "./watch-answers.ts";

/** Requests a status from an API with one operation, for which only 200 and 404 with `not-found` are documented. */
async function ask(url: string, summary?: string): Promise<() => void> {
  const app = Fastify();
  const responses = { 200: {}, 404: { description: "`not-found`: There is no such thing." } };
  app.get("/api/openapi.json", async () => ({
    paths: { "/api/things/{id}": { get: { responses, summary } } },
  }));
  app.get("/api/things/:status", async ({ params, query }, reply) =>
    reply.code(Number((params as { status: string }).status)).send(query),
  );
  const answers = watchAnswers(app);
  await app.inject(url);
  return () => answers.check();
}

test.each(["200?a=b", "404?code=not-found", "200?code=any"])(
  "a documented answer passes: %s",
  async (answer) => {
    expect(await ask(`/api/things/${answer}`, "Get a thing")).not.toThrow();
  },
);

test("an error with an undocumented code of a documented status is reported", async () => {
  expect(await ask("/api/things/404?code=gone", "Get a thing")).toThrow(
    'GET /api/things/404: 404 {"code":"gone"}',
  );
});

test("an undocumented answer is reported with its address", async () => {
  expect(await ask("/api/things/409", "Get a thing")).toThrow("GET /api/things/409: 409");
});

test("answers of undocumented operations are not checked", async () => {
  expect(await ask("/api/things/409")).not.toThrow();
  expect(await ask("/api/others")).not.toThrow();
});
