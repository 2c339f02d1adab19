import { expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { peoplesPassword } from "#api/testing/people.ts";
import { readKeys } from "./schema.ts";

const portal = await forFile(createContentPortal());
const { database } = portal.portal;

const make = async (password = peoplesPassword) =>
  portal.send("POST", "/read-key", "admin", { password });
const read = (format: "csv" | "json", key?: string, ip = "198.51.100.1") =>
  portal.app.inject({
    url: `/api/members.${format}`,
    remoteAddress: ip,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });

test("The key reads all members as CSV and JSON, and nothing else, until it is replaced or deleted", async () => {
  expect((await make("wrong password")).statusCode).toBe(422);
  const made = await make();
  expect(made.statusCode, made.body).toBe(201);
  const { key } = made.json();
  expect((await portal.get("/read-key", "admin")).json()).toEqual({
    key: { createdAt: portal.portal.now().toISOString(), lastUsedAt: null },
  });
  const csv = await read("csv", key);
  expect(csv.headers["content-type"]).toBe("text/csv");
  const rows: Record<string, string>[] = parse(csv.body, { columns: true, bom: true });
  const json = await read("json", key);
  expect(json.headers["content-type"]).toBe("application/json");
  const all: Record<string, string>[] = json.json();
  expect(all).toEqual(rows);
  expect(all.find(({ address }) => address === "member@example.com")).toMatchObject({
    name: "member",
    membership: "active",
    source: "grant",
  });
  expect((await portal.get("/read-key", "admin")).json().key.lastUsedAt).toBe(
    portal.portal.now().toISOString(),
  );
  const other = await portal.app.inject({
    url: "/api/members",
    headers: { authorization: `Bearer ${key}` },
  });
  expect(other.statusCode).toBe(401);
  const [stored] = await database.select().from(readKeys);
  expect(stored?.keyHash).not.toContain(key);

  const next = (await make()).json().key;
  expect((await read("csv", key)).statusCode).toBe(403);
  expect((await read("csv", next)).statusCode).toBe(200);
  expect((await portal.send("DELETE", "/read-key", "admin")).statusCode).toBe(204);
  expect((await portal.send("DELETE", "/read-key", "admin")).statusCode).toBe(404);
  expect((await read("json", next)).statusCode).toBe(403);
});

test("Nobody reads members without the key, not even with a session, and guesses are limited", async () => {
  await make();
  expect((await read("json")).statusCode).toBe(403);
  expect((await portal.get("/members.json", "admin")).statusCode).toBe(403);
  expect((await portal.get("/read-key", "member")).statusCode).toBe(403);
  expect((await portal.send("POST", "/read-key", "member", {})).statusCode).toBe(403);
  for (let at = 0; at < 60; at += 1) await read("csv", `rk_${"x".repeat(43)}`, "203.0.113.9");
  expect((await read("csv", `rk_${"x".repeat(43)}`, "203.0.113.9")).statusCode).toBe(429);
});
