import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { loadSecret } from "./secret-store.ts";

const portal = await forFile(createTestPortal());

test("all processes get the secret that was stored first", async () => {
  const { database } = portal.portal;
  expect(await loadSecret(database, "given", "first")).toBe("first");
  expect(await loadSecret(database, "given", "second")).toBe("first");
  const random = await loadSecret(database, "random");
  expect(random).toMatch(/^[\w-]{43}$/);
  expect(await loadSecret(database, "random")).toBe(random);
});
