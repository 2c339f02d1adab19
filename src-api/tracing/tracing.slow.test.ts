import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import * as z from "zod/mini";
import { claimedUser, goodPassword, logIn } from "#api/testing/account-requests.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { openTracing } from "./tracing.ts";

/** The part of an OTLP request that the tests read. */
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.unknown(),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

const bodies: string[] = [];
const receiver = createServer(async (request, response) => {
  bodies.push(await text(request));
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo; // listens on a port
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  vi.stubEnv("OTEL_SERVICE_NAME", "club-portal");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => receiver.close(resolve));
});

/** Records what the requests of `act` cause, and returns it once the portal is closed. */
async function record(
  act: (portal: Awaited<ReturnType<typeof createTestPortal>>) => Promise<void>,
  environment: Record<string, string> = {},
) {
  bodies.length = 0;
  const tracing = openTracing(environment);
  const portal = await createTestPortal({}, { tracing });
  try {
    await act(portal);
  } finally {
    await portal.close();
    await tracing.close();
  }
  const sent = bodies.flatMap((body) => requestSchema.parse(JSON.parse(body)).resourceSpans);
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return { spans, raw: bodies.join("") };
}

test("Requests are recorded by their routes, with the identifier that their answers have", async () => {
  let id = "";
  const { spans, raw } = await record(async (portal) => {
    const answer = await portal.app.inject("/api/content/articles/a-slug");
    id = String(answer.headers["x-request-id"]);
    await portal.app.inject("/api/health/live");
  });
  const request = spans.find(({ name }) => name === "GET /api/content/:kind/:slug");
  expect(request?.attributes).toContainEqual({
    key: "portal.request.id",
    value: { stringValue: id },
  });
  expect(request?.attributes).toContainEqual({
    key: "http.response.status_code",
    value: { intValue: 401 },
  });
  expect(raw).toContain("club-portal");
  expect(raw).not.toMatch(/a-slug|health/);
});

test("The stream of flags is not recorded: a page keeps it open for hours", async () => {
  const { spans } = await record(async (portal) => {
    const context = Buffer.from(JSON.stringify({ key: "somebody" })).toString("base64url");
    for (const path of [`/api/flags/eval/ringside/${context}`, "/api/board"]) {
      const answer = await portal.app.inject({ url: path, payloadAsStream: true });
      answer.stream().destroy();
    }
  });
  const names = spans.map(({ name }) => name);
  expect(names.filter((name) => /board|flags/.test(name))).toEqual(["GET /api/board"]);
});

test("Traces contain no personal data, no secrets and no addresses", async () => {
  const secret = "t".repeat(43);
  const { spans, raw } = await record(async (portal) => {
    await claimedUser(portal, "ada.lovelace@example.com");
    const { token } = (await logIn(portal, "ada.lovelace@example.com")).body;
    await portal.app.inject({
      url: `/api/me?email=grace@example.com`,
      headers: { authorization: `Bearer ${token}`, "user-agent": "Ada’s phone" },
      remoteAddress: "203.0.113.77",
    });
    await portal.app.inject(`/api/reset-password/${secret}`);
    await portal.app.inject(`/nowhere/${secret}`);
    vi.spyOn(portal.portal.database, "select").mockImplementation(() => {
      throw new Error("Failed query: params: ada.lovelace@example.com");
    });
    await logIn(portal, "ada.lovelace@example.com");
    vi.restoreAllMocks();
    expect(token).toBeTruthy();
    expect(JSON.stringify(bodies)).not.toContain(token);
  });
  expect(spans.length).toBeGreaterThan(5);
  // None of these can be a part of an identifier, which is random hexadecimal digits.
  for (const data of ["lovelace", "grace", "Ada’s", secret, goodPassword, "203.0.113", "params"]) {
    expect(raw).not.toContain(data);
  }
});

test("A client can neither continue its own trace nor decide what is recorded", async () => {
  const strange = "0af7651916cd43dd8448eb211c80319c";
  const { spans } = await record(async (portal) => {
    const headers = { traceparent: `00-${strange}-b7ad6b7169203331-00` };
    await portal.app.inject({ url: "/api/me", headers });
  });
  expect(spans).not.toHaveLength(0);
  expect(spans.map(({ traceId }) => traceId)).not.toContain(strange);
});

test("Only the configured part of the traces is recorded", async () => {
  const none = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" };
  const { spans } = await record(async (portal) => void (await portal.app.inject("/api/me")), none);
  expect(spans).toEqual([]);
});

test.runIf(inject("databaseUrl"))("Queries belong to their request, without values", async () => {
  const { spans } = await record(async (portal) => {
    await logIn(portal, "ada.lovelace@example.com");
  });
  const request = spans.find(({ name }) => name === "POST /api/login");
  const queries = spans.filter(({ name }) => name.startsWith("pg.query"));
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.some(({ traceId }) => traceId === request?.traceId)).toBe(true);
});

test("A receiver that is gone delays neither answers nor the end", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  const { spans } = await record(async (portal) => {
    expect((await portal.app.inject("/api/me")).statusCode).toBe(401);
  });
  expect(spans).toEqual([]);
});
