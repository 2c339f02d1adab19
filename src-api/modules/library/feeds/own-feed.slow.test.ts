import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { forFile } from "#api/testing/for-file.ts";
import { processorMsOf } from "#api/testing/processor-time.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { recordStatements } from "#api/testing/count-statements.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { people } from "#api/testing/people.ts";
import { contentTexts, feedTokens } from "#api/modules/library/schema.ts";

const unsafe = "Safe.\n\n<script>alert(1)</script>\n\n[see](/blog/a-diary)";

const older = Array.from({ length: 60 }, (_, at) => [
  [`blog/old-${at}/entry.json`, entryJson(`2025-01-01T07:00:${String(at).padStart(2, "0")}Z`)],
  [`blog/old-${at}/en.md`, markdown(`Old ${at}`)],
]).flat();
const portal = await forFile(
  createContentPortal({
    ...sampleContent,
    ...Object.fromEntries(older),
    "articles/pictures/entry.json": entryJson("2026-02-27T07:00:00Z"),
    "articles/pictures/jump-60x40.webp": "x",
    "articles/pictures/en.md": markdown(
      "Pictures",
      '![A jump](jump-60x40.webp "Over the bar")\n\n```course\nfield 9 x 8\ncone 3,4\n```',
    ),
    "articles/unsafe/entry.json": entryJson("2026-02-28T07:00:00Z"),
    "articles/unsafe/en.md": markdown("Unsafe ]]> & <b>", unsafe),
  }),
);

type Reader = { id: string; headers: Record<string, string> };
type Addresses = { atom: string; json: string };
let network = 0;

/** Creates a user with a membership of some hours, or without end; returns the header of a session. */
async function member({ hours }: { hours?: number } = {}): Promise<Reader> {
  network += 1;
  const email = `reader-${network}@example.com`;
  const user = { email, name: "Reader", password: "a long enough password" };
  const id = await createUser(portal.portal, user);
  const until =
    hours === undefined ? null : new Date(portal.portal.now().getTime() + hours * hourMs);
  await grantMembership(portal.portal, portal.portal.database, id, until);
  return { id, headers: { authorization: `Bearer ${await createSession(portal.portal, id, "")}` } };
}

const ask = (method: "GET" | "POST" | "DELETE", { headers }: Pick<Reader, "headers">) =>
  portal.app.inject({ method, url: "/api/me/feed", headers });

async function create(reader: Reader): Promise<Addresses> {
  const answer = await ask("POST", reader);
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

/** Fetches a feed as a feed reader does: without a session, by its absolute address. */
const read = (address: string, headers: Record<string, string> = {}) =>
  portal.app.inject({
    url: address.replace("http://portal.test", ""),
    headers,
    remoteAddress: `10.9.${network % 250}.1`,
  });

/** JSON Feed 1.1, with what our feeds always have; unknown fields are refused. */
const jsonFeedSchema = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  language: z.enum(["en", "pl"]),
  icon: z.url(),
  authors: z.array(z.strictObject({ name: z.string() })),
  items: z.array(
    z.strictObject({
      id: z.url(),
      url: z.url(),
      title: z.string(),
      summary: z.optional(z.string()),
      content_html: z.optional(z.string()),
      content_text: z.optional(z.string()),
      image: z.optional(z.url()),
      date_published: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string() })),
      tags: z.array(z.string()),
      language: z.enum(["en", "pl"]),
    }),
  ),
});

async function jsonFeed(address: string) {
  const answer = await read(address);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    expect.stringContaining("application/feed+json"),
  ]);
  return z.parse(jsonFeedSchema, answer.json());
}

describe("the feed of a member", () => {
  test("has the newest fifty whole texts, newest first, and nothing of the future", async () => {
    const { json } = await create(await member());
    const { items, feed_url: self } = await jsonFeed(json);
    expect(self).toBe(json);
    expect(items).toHaveLength(50);
    const times = items.map((item) => item.date_published);
    expect(times).toEqual(times.toSorted().toReversed());
    const texts = items.map((item) => item.content_html).join("\n");
    expect(texts).toContain("xylophone method");
    expect(texts).toContain("<li>250 g beef liver</li>");
    expect(texts).toContain("Stand at the quokka edge.");
    expect(items.map(({ title }) => title)).not.toContain("Of tomorrow");
  });

  test("is valid Atom with the same texts", async () => {
    const { atom, json } = await create(await member());
    const { body, headers } = await read(atom);
    expect(headers["content-type"]).toMatch("application/atom+xml");
    expect(XMLValidator.validate(body)).toBe(true);
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "entry" });
    const { entry: entries, ...feed } = parser.parse(body).feed;
    expect(feed).toMatchObject({ id: atom, updated: entries[0].updated });
    const { items } = await jsonFeed(json);
    expect(entries[0].title).toBe("Unsafe ]]> & <b>");
    expect(entries.map(({ id }: { id: string }) => id)).toEqual(items.map(({ id }) => id));
    for (const [at, entry] of entries.entries()) {
      expect(entry.content["@_type"]).toBe("html");
      expect(entry.content["#text"].replaceAll(/\s+/g, "")).toBe(
        items[at]?.content_html?.replaceAll(/\s+/g, ""),
      );
    }
  });

  test("shows markup of a text as text, and links to pages with their whole address", async () => {
    const { json } = await create(await member());
    const { items } = await jsonFeed(json);
    const html = items.find(({ url }) => url.endsWith("/unsafe"))?.content_html;
    expect(html).toContain("&lt;script>");
    expect(html).not.toContain("<script");
    expect(html).toContain('href="http://portal.test/blog/a-diary"');
  });

  test("has the captions of figures, and set-ups in words", async () => {
    const { json } = await create(await member());
    const { items } = await jsonFeed(json);
    const html = items.find(({ url }) => url.endsWith("/pictures"))?.content_html;
    expect(html).toContain("<figure>A jump<figcaption>Over the bar</figcaption></figure>");
    expect(html).toContain("<li>Cone: 3 m from the left and 4 m from the bottom</li>");
    expect(html).not.toMatch(/webp|course/);
  });

  test("leads to the page of a video, without the address of the video itself", async () => {
    const { json } = await create(await member());
    const answer = await read(json);
    expect(answer.body).not.toMatch(/signature|\.webm|\.vtt/);
    const { items } = await jsonFeed(json);
    const video = items.find(({ url }) => url.endsWith("/videos/front-cross"));
    expect(video?.content_html).toContain('<a href="http://portal.test/videos/front-cross">');
    expect(video?.image).toBe("http://portal.test/api/media/posters/front-cross.webp");
  });

  test(
    "is made while others are answered, and has the summary of a text that takes minutes",
    { timeout: 120_000 },
    async () => {
      const { database } = portal.portal;
      const isUnsafe = eq(contentTexts.slug, "unsafe");
      // as a version that did not refuse it may have stored it
      await database
        .update(contentTexts)
        .set({ body: "*a_".repeat(20_000) })
        .where(isUnsafe);
      portal.advance(2 * minuteMs);
      const { json } = await create(await member());
      let items: Awaited<ReturnType<typeof jsonFeed>>["items"] = [];
      const blockedMs = await processorMsOf(async () => ({ items } = await jsonFeed(json)));
      expect(blockedMs).toBeLessThan(1_500);
      const html = items.find(({ url }) => url.endsWith("/unsafe"))?.content_html;
      expect(html).toBe(
        '<p>A summary of Unsafe ]]&gt; &amp; &lt;b&gt;.</p>\n    <p><a href="http://portal.test/articles/unsafe">This text is too long for a feed. Read it in the library</a></p>',
      );
      expect(items).toHaveLength(50);
      await database.update(contentTexts).set({ body: unsafe }).where(isUnsafe);
    },
  );

  test("is in the language of the member", async () => {
    const reader = await member();
    const { json } = await create(reader);
    const { headers } = reader;
    const body = { language: "pl" };
    await portal.app.inject({ method: "PUT", url: "/api/me/language", headers, body });
    const { language, items } = await jsonFeed(json);
    expect(language).toBe("pl");
    expect(items.find(({ title }) => title === "Wejścia w slalom")).toMatchObject({
      content_html: expect.stringContaining("ksylofonu"),
      language: "pl",
    });
  });

  test("is kept by its reader only, and is 304 for whoever holds it", async () => {
    const { json } = await create(await member());
    const { headers } = await read(json);
    expect(headers).toMatchObject({
      "cache-control": "private, no-cache",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    });
    const again = await read(json, { "if-none-match": String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("can be fetched sixty times an hour", async () => {
    const { json } = await create(await member());
    for (let at = 0; at < 60; at += 1) expect((await read(json)).statusCode).toBe(200);
    const refused = await read(json);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("the address of a feed", () => {
  test("is created for active members only", async () => {
    for (const person of people) {
      const { statusCode } = await ask("POST", { headers: portal.headersOf[person] });
      const expected = ["visitor", "dead session"].includes(person)
        ? 401
        : ["member", "admin"].includes(person)
          ? 201
          : 403;
      expect([person, statusCode]).toEqual([person, expected]);
    }
  });

  test("is not stored, nor in the export, and cannot be read again", async () => {
    const reader = await member();
    const { json } = await create(reader);
    const token = /feeds\/([\w-]{43})\.json$/.exec(json)?.[1] ?? "missing";
    const stored = await portal.portal.database.select().from(feedTokens);
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(token);
    const shown = await ask("GET", reader);
    expect(shown.json()).toEqual({ createdAt: portal.portal.now().toISOString() });
    const exported = await portal.app.inject({
      method: "POST",
      url: "/api/me/export",
      headers: reader.headers,
      payload: { password: "a long enough password" },
    });
    expect(exported.json().ownFeed).toEqual({ createdAt: portal.portal.now().toISOString() });
  });

  test("stops working when it is replaced, turned off, or its account is deleted", async () => {
    const reader = await member();
    const first = await create(reader);
    const second = await create(reader);
    expect((await read(first.json)).statusCode).toBe(404);
    expect((await read(second.json)).statusCode).toBe(200);
    expect((await ask("DELETE", reader)).statusCode).toBe(204);
    expect((await ask("GET", reader)).json()).toEqual({ createdAt: null });
    const third = await create(reader);
    await portal.app.inject({
      method: "POST",
      url: "/api/me/deletion",
      headers: reader.headers,
      payload: { password: "a long enough password" },
    });
    for (const { atom, json } of [second, third]) {
      expect((await read(atom)).statusCode).toBe(404);
      expect((await read(json)).statusCode).toBe(404);
    }
  });

  test("that was revoked is answered like one that never existed, with the same work", async () => {
    const reader = await member();
    const { json } = await create(reader);
    await ask("DELETE", reader);
    const unknown = json.replace(/[\w-]{43}/, "A".repeat(43));
    const answers = [];
    for (const address of [json, unknown]) {
      const statements = recordStatements(portal.portal);
      const { statusCode, body, headers } = await read(address);
      statements.stop();
      const { date: _, "x-request-id": __, ...others } = headers;
      answers.push({ statusCode, body, headers: others, statements: statements.texts });
    }
    expect(answers[0]?.statusCode).toBe(404);
    expect(answers[0]?.statements.length).toBeGreaterThan(0);
    expect(answers[0]).toEqual(answers[1]);
  });
});

test("a feed whose membership has ended says so instead of any text, until there is another one", async () => {
  const reader = await member({ hours: 1 });
  const endsAt = new Date(portal.portal.now().getTime() + hourMs).toISOString();
  const { atom, json } = await create(reader);
  expect((await read(json)).body).toContain("xylophone");
  portal.advance(2 * hourMs);
  const { items } = await jsonFeed(json);
  expect(items).toEqual([
    expect.objectContaining({
      title: "Your membership has ended",
      url: "http://portal.test/memberships",
      date_published: endsAt,
    }),
  ]);
  const { body, headers } = await read(atom);
  expect(XMLValidator.validate(body)).toBe(true);
  expect(body).not.toMatch(/xylophone|quokka|beef liver|Some text/);
  const held = await read(atom, { "if-none-match": String(headers.etag) });
  expect(held.statusCode).toBe(304);
  expect((await ask("POST", reader)).statusCode).toBe(403);
  await grantMembership(portal.portal, portal.portal.database, reader.id, null);
  expect((await read(json)).body).toContain("xylophone");
});

test("a feed can be ended when the membership is over", async () => {
  const reader = await member({ hours: 1 });
  const { json } = await create(reader);
  portal.advance(2 * hourMs);
  expect((await ask("DELETE", reader)).statusCode).toBe(204);
  expect((await read(json)).statusCode).toBe(404);
});
