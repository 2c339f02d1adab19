import { describe, expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { setFlag } from "./flag-store.ts";
import { encoded, paths } from "./testing/flag-events.ts";

const portal = await forFile(createTestPortal());

const get = (path: string, headers = {}) => portal.app.inject({ url: `/api${path}`, headers });
const evalx = (context: string) => get(`/flags/sdk/evalx/embedded/contexts/${context}`);
const stream = (context: string) => get(`/flags/eval/embedded/${context}`);

test("The current flags are returned, and must not be cached", async () => {
  const before = await get(paths.all);
  expect([before.statusCode, before.headers["cache-control"]]).toEqual([200, "no-store"]);
  const off = { value: false, variation: 1, version: 1, flagVersion: 1, trackEvents: false };
  expect(before.json()).toEqual({
    "maintenance-mode": off,
    "registration-disabled": off,
    "login-disabled": off,
  });
  await setFlag(portal.portal, "maintenance-mode", true);
  expect((await get(paths.all)).json()["maintenance-mode"]).toMatchObject({
    value: true,
    variation: 0,
    version: 2,
  });
});

describe("contexts", () => {
  test.each([
    ["of one kind", { kind: "user", key: "ada" }],
    ["of several kinds", { kind: "multi", user: { key: "ada" }, device: { key: "d" } }],
    ["without a kind, as older SDKs send them", { key: "ada" }],
    ["of many words", { kind: "user", key: "ż".repeat(1000) }],
  ])("%s are taken", async (_, context) => {
    expect((await evalx(encoded(context))).statusCode).toBe(200);
  });

  test.each([
    ["no base64url", "ey!J"],
    ["no JSON", Buffer.from("{key").toString("base64url")],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]).toString("base64url")],
    ["no object", encoded("ada")],
    ["no key", encoded({ kind: "user" })],
    ["an empty key", encoded({ kind: "user", key: "" })],
    ["too long", encoded({ kind: "user", key: "x".repeat(7000) })],
  ])("that are %s are refused", async (_, context) => {
    for (const answer of [await evalx(context), await stream(context)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([400, "validation"]);
    }
  });
});

test("Only one environment exists", async () => {
  for (const path of [paths.all, paths.stream, "/flags/sdk/goals/embedded"]) {
    const other = await get(path.replace("embedded", "production"));
    expect([other.statusCode, other.json().code]).toEqual([404, "not-found"]);
  }
});

test("The list of goals is empty", async () => {
  const goals = await get("/flags/sdk/goals/embedded");
  expect([goals.statusCode, goals.json()]).toEqual([200, []]);
});

describe("events reported by the SDK", () => {
  const report = (path: string, payload: string, type = "application/json") =>
    portal.app.inject({
      method: "POST",
      url: `/api/flags/events/${path}`,
      headers: { "content-type": type },
      payload,
    });

  test("are accepted whatever they contain, and answered without a body", async () => {
    for (const path of ["bulk/embedded", "diagnostic/embedded"]) {
      for (const [payload, type] of [[`[{"kind":"identify"}]`], ["{"], ["x", "text/x"]] as const) {
        const answer = await report(path, payload, type);
        expect([answer.statusCode, answer.body]).toEqual([202, ""]);
      }
    }
    expect((await report("bulk/production", "[]")).statusCode).toBe(404);
  });

  test("are limited in size", async () => {
    const answer = await report("bulk/embedded", `["${"x".repeat(300_000)}"]`);
    expect([answer.statusCode, answer.json().code]).toEqual([413, "payload-too-large"]);
  });
});

describe("other origins", () => {
  const headers = "content-type,x-launchdarkly-event-schema,x-launchdarkly-payload-id";
  const preflight = (origin: string, path: string, method: string) =>
    portal.app.inject({
      method: "OPTIONS",
      url: `/api${path}`,
      headers: {
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": `${headers},x-launchdarkly-user-agent,x-launchdarkly-wrapper,x-launchdarkly-tags`,
      },
    });

  test.each([
    [paths.all, "GET"],
    [paths.stream, "GET"],
    ["/flags/events/bulk/embedded", "POST"],
  ])("%s is open to the desktop app with the SDK's headers, to no other", async (path, method) => {
    const ours = await preflight("app://portal", path, method);
    expect([ours.statusCode, ours.headers["access-control-allow-origin"]]).toEqual([
      204,
      "app://portal",
    ]);
    expect(ours.headers["access-control-allow-methods"]).toContain(method);
    const allowed = String(ours.headers["access-control-allow-headers"]);
    for (const name of [...headers.split(","), "x-launchdarkly-user-agent"]) {
      expect(allowed).toContain(name);
    }
    const foreign = await preflight("https://evil.example", path, method);
    expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("The OpenAPI description contains our own calls, not LaunchDarkly's protocol", async () => {
  const { paths: described } = (await get("/openapi.json")).json();
  const names = Object.keys(described).filter((path) => path.includes("flags"));
  expect(names).toEqual(["/api/feature-flags", "/api/feature-flags/{key}"]);
});
