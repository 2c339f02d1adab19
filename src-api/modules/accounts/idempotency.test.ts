import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { freeKeysOf, keyLifeMs, performOnce } from "./idempotency.ts";
import { createUser } from "./users.ts";

const testPortal = await forFile(createTestPortal());
const { portal } = testPortal;

const somebody = () =>
  createUser(portal, {
    email: `${randomUUID()}@example.com`,
    name: "Ada",
    password: "a long enough password",
  });

/** Asks for something with a key; resolves to what was made, by this request or an earlier one. */
const ask = (userId: string, key: string, content: unknown) =>
  portal.database.transaction((tx) =>
    performOnce(tx, { userId, key, content, now: portal.now() }, async () => randomUUID()),
  );

test("a repeated request gets what the first one made, for a day; then its key counts for something new", async () => {
  const [userId, key] = [await somebody(), randomUUID()];
  const { id, isRepeated } = await ask(userId, key, ["cart", 1]);
  expect(isRepeated).toBe(false);
  testPortal.advance(keyLifeMs - 1);
  expect(await ask(userId, key, ["cart", 1])).toEqual({ id, isRepeated: true });
  testPortal.advance(1);
  const next = await ask(userId, key, ["another cart"]);
  expect(next).toEqual({ id: expect.not.stringMatching(id), isRepeated: false });
});

test("a key is refused for anything else, also of another kind, but not for another user", async () => {
  const [userId, key] = [await somebody(), randomUUID()];
  const { id } = await ask(userId, key, { items: ["a cart"] });
  await expect(ask(userId, key, ["a member", "an act"])).rejects.toMatchObject({
    code: "idempotency-key-reused",
  });
  const other = await ask(await somebody(), key, ["a member", "an act"]);
  expect(other).toEqual({ id: expect.not.stringMatching(id), isRepeated: false });
});

test("the key of something that was given up makes something new", async () => {
  const [userId, key] = [await somebody(), randomUUID()];
  const { id } = await ask(userId, key, "cart");
  await freeKeysOf(portal.database, [id]);
  expect((await ask(userId, key, "cart")).isRepeated).toBe(false);
});
