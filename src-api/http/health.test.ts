import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestPortal, type TestPortal } from "../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

test("reports that the database does not answer, without details", async () => {
  const healthy = await it.app.inject("/api/health");
  expect([healthy.statusCode, healthy.json()]).toEqual([
    200,
    { status: "ok", database: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  ]);
  const failure = new Error("connect ECONNREFUSED 10.0.0.5:5432");
  vi.spyOn(it.portal.database, "execute").mockRejectedValueOnce(failure);
  const unhealthy = await it.app.inject("/api/health");
  expect(unhealthy.statusCode).toBe(503);
  expect(unhealthy.json()).toMatchObject({ status: "unavailable", database: "unreachable" });
  expect(unhealthy.body).not.toContain("10.0.0.5");
});
