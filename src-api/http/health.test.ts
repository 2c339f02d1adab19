import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestPortal, type TestPortal } from "../testing/test-portal.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

test("health says so when the database does not answer, without telling why", async () => {
  const well = await it.app.inject("/api/health");
  expect([well.statusCode, well.json()]).toEqual([
    200,
    { status: "ok", database: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  ]);
  const failure = new Error("connect ECONNREFUSED 10.0.0.5:5432");
  vi.spyOn(it.portal.database, "execute").mockRejectedValueOnce(failure);
  const ill = await it.app.inject("/api/health");
  expect(ill.statusCode).toBe(503);
  expect(ill.json()).toMatchObject({ status: "unavailable", database: "unreachable" });
  expect(ill.body).not.toContain("10.0.0.5");
});
