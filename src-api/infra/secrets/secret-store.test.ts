import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { isStoredSecret } from "./secret-store.ts";

let it: TestPortal;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());

test("a value is compared with the one that was stored first", async () => {
  const { database } = it.portal;
  expect(await isStoredSecret(database, "job-key-fingerprint", "first")).toBe(true);
  expect(await isStoredSecret(database, "job-key-fingerprint", "first")).toBe(true);
  expect(await isStoredSecret(database, "job-key-fingerprint", "another")).toBe(false);
});
