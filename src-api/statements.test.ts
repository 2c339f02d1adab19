import { afterAll, describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { sql } from "./infra/database/drizzle.ts";
import { importCatalogue } from "#api/modules/billing/catalogue.ts";
import { forFile } from "./testing/for-file.ts";
import { createContentPortal } from "./testing/content-portal.ts";
import { recordStatements } from "./testing/count-statements.ts";
import { people, type Person } from "./testing/people.ts";

const portal = await forFile(createContentPortal());
await importCatalogue(portal.portal, { demo: true });
const statements = recordStatements(portal.portal);
afterAll(() => statements.stop());
for (const person of people) await portal.get("/me", person); // records when the session was last used

/** Returns the statements that a request causes. */
async function statementsOf(path: string, as: Person): Promise<string[]> {
  statements.texts.length = 0;
  const answer = await portal.get(path, as);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return [...statements.texts];
}

/** Changes nothing, and drops what is kept in memory. */
const change = () => portal.portal.database.execute(sql`update products set name = name`);

const shared = ["/content/articles", "/content/blog?tag=agility&limit=3", "/showcase"].concat([
  "/content/recipes/liver-cubes/teaser",
  "/announcements",
  "/catalogue",
]);

describe("the statements of a request", () => {
  test.each([
    { path: "/content/recipes/liver-cubes", after: 2, later: 1 },
    { path: "/content/articles", after: 3, later: 1 },
    { path: "/content/articles?q=weave&tag=agility", after: 2, later: 2 },
    { path: "/content/search?q=weve", after: 2, later: 2 },
    { path: "/content/videos/front-cross", after: 2, later: 1 },
    { path: "/me", after: 2, later: 2 },
    { path: "/catalogue", after: 2, later: 1 },
  ])(
    "of a member for $path are $after after a change, then $later",
    async ({ path, after, later }) => {
      await portal.get("/content/videos/front-cross", "member"); // reads the key of signatures, which is kept
      await change();
      expect(await statementsOf(path, "member")).toHaveLength(after);
      expect(await statementsOf(path, "member")).toHaveLength(later);
    },
  );

  test.each(shared)("of a visitor for %s are none while nothing changes", async (path) => {
    await change();
    const first = await statementsOf(path, "visitor");
    expect(first.length).toBeGreaterThan(0);
    expect(await statementsOf(path, "visitor")).toEqual([]);
  });
});

test("every table that answers in memory read notifies of changes", async () => {
  await change();
  const paths = [...shared, "/content/recipes/liver-cubes"];
  const texts: string[] = [];
  for (const path of paths) texts.push(...(await statementsOf(path, "member")));
  const ofSession = new Set(["sessions", "users", "subscriptions", "invoices"]);
  // Kept by triggers of the entries, which notify.
  const ofTriggers = new Set(["content_listed", "content_counts"]);
  const read = [...texts.join(" ").matchAll(/(?:from|join) "(\w+)"/g)].map(([, table]) => table);
  const shown = [...new Set(read)].filter((table) => !ofSession.union(ofTriggers).has(table ?? ""));
  const triggers = await portal.portal.database
    .select({ table: sql<string>`tgrelid::regclass::text` })
    .from(sql`pg_trigger`)
    .where(sql`tgname = 'public_content_changed'`);
  expect(shown.length).toBeGreaterThan(3);
  expect(triggers.map(({ table }) => table)).toEqual(expect.arrayContaining(shown));
});

describe("answers in memory", () => {
  test("of members are not given to anybody else", async () => {
    const path = "/content/articles/weave-entries";
    await statementsOf(path, "member");
    for (const [person, status] of [
      ["visitor", 401],
      ["dead session", 401],
      ["user", 403],
      ["lapsed member", 403],
    ] as const) {
      const answer = await portal.get(path, person);
      expect([person, answer.statusCode]).toEqual([person, status]);
      expect(answer.body).not.toContain("xylophone");
    }
  });

  test("of visitors do not replace what members find, nor the other way round", async () => {
    const path = "/content/articles?q=xylophone";
    const total = async (person: Person) => (await portal.get(path, person)).json().total;
    expect([await total("visitor"), await total("member")]).toEqual([0, 1]);
    expect([await total("visitor"), await total("member")]).toEqual([0, 1]);
  });

  test("differ by language, and are the same for visitors and users", async () => {
    for (const path of shared) {
      const answers = ["en", "pl", "en"].map((language) =>
        portal.get(path, "visitor", { "accept-language": language }),
      );
      const [english, polish, again] = await Promise.all(answers);
      expect(polish?.body).not.toBe(english?.body);
      expect(again?.body).toBe(english?.body);
      expect((await portal.get(path, "user", { "accept-language": "pl" })).body).toBe(polish?.body);
    }
  });

  test("are compressed as the caller accepts it", async () => {
    const headers = (encoding: string) => ({ "accept-encoding": encoding });
    const plain = await portal.get("/catalogue", "visitor");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["identity", undefined],
    ] as const) {
      const answer = await portal.get("/catalogue", "visitor", headers(accepted));
      expect([accepted, answer.headers["content-encoding"]]).toEqual([accepted, encoding]);
      if (!encoding) continue;
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(answer.headers["vary"]).toMatch(/authorization.*accept-encoding/);
    }
  });

  test("appear in time: a scheduled entry, at the moment of its publication", async () => {
    const slugs = async () =>
      (await portal.get("/content/articles"))
        .json()
        .items.map(({ slug }: { slug: string }) => slug);
    expect(await slugs()).not.toContain("of-tomorrow");
    portal.advance(3 * dayMs);
    expect(await slugs()).toContain("of-tomorrow");
  });
});
