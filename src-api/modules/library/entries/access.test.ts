import { describe, expect, test } from "vitest";
import { getContent, getShowcase, getTeaser } from "#shared/api/library.ts";
import { dayMs } from "#shared/durations.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { people, type Person } from "#api/testing/people.ts";

const portal = await forFile(createContentPortal());

/** Words of bodies, ingredients, descriptions and file names, which only members may see. */
const secrets = /xylophone|beef liver|Bake|quokka|How to progress|front-cross\.webm|signature=/;

const entries = ["articles/weave-entries", "blog/a-diary", "recipes/liver-cubes"].concat([
  "protocols/ring-confidence",
  "videos/front-cross",
]);

const answerTo = {
  visitor: [401, "unauthorized"],
  "dead session": [401, "unauthorized"],
  user: [403, "membership-required"],
  judge: [403, "membership-required"],
  reviewer: [403, "membership-required"],
  "lapsed member": [403, "membership-required"],
} satisfies Partial<Record<Person, [number, string]>>;
const outsiders = Object.keys(answerTo) as (keyof typeof answerTo)[]; // keys lose their type

describe("a whole entry", () => {
  test.each(outsiders)(
    "is withheld from a %s, who does not learn whether it exists either",
    async (person) => {
      for (const entry of [...entries, "articles/unheard-of", "articles/of-tomorrow"]) {
        const answer = await portal.get(`/content/${entry}`, person);
        expect([entry, answer.statusCode, answer.json().code]).toEqual([
          entry,
          ...answerTo[person],
        ]);
        expect(answer.headers["cache-control"]).toBe("no-store");
        expect(answer.body).not.toMatch(secrets);
      }
    },
  );

  test.each(["member", "admin"] as const)(
    "is given to a %s, never to be cached",
    async (person) => {
      for (const entry of entries) {
        const answer = await portal.get(`/content/${entry}`, person);
        expect([entry, answer.statusCode]).toEqual([entry, 200]);
        expect(answer.headers["cache-control"]).toBe("no-store");
        expect(getContent.answer.parse(answer.json()).body).not.toBe("");
      }
      for (const missing of ["articles/unheard-of", "articles/of-tomorrow", "blog/weave-entries"]) {
        const answer = await portal.get(`/content/${missing}`, person);
        expect([missing, answer.statusCode, answer.json().code]).toEqual([
          missing,
          404,
          "not-found",
        ]);
      }
    },
  );

  test("has the ingredients, weeks or media of its kind", async () => {
    const load = async (path: string) => (await portal.get(`/content/${path}`, "member")).json();
    expect((await load("recipes/liver-cubes")).ingredients).toEqual([
      { quantity: 250, unit: "g", name: "beef liver" },
    ]);
    const { weeks } = await load("protocols/ring-confidence");
    expect(weeks[0].sessions[0].description).toBe("Stand at the quokka edge.");
    const { media, chapters } = await load("videos/front-cross");
    expect(chapters).toEqual([
      { at: 0, title: "The task" },
      { at: 4.5, title: "The turn" },
    ]);
    expect(media.framesPerSecond).toBe(30);
    expect(media.source.type).toBe("video/webm");
    expect(media.captions.map((track: { language: string }) => track.language)).toEqual(["en"]);
  });

  test("is in the caller's language", async () => {
    const answer = await portal.get("/content/articles/weave-entries", "member", {
      "accept-language": "pl",
    });
    expect(answer.json()).toMatchObject({
      language: "pl",
      body: "Sekretem jest metoda ksylofonu.",
    });
    expect(answer.headers["vary"]).toMatch(/accept-language/i);
  });

  test("can be read from its time of publication on", async () => {
    const early = await portal.get("/content/articles/of-tomorrow", "member");
    portal.advance(dayMs);
    const later = await portal.get("/content/articles/of-tomorrow", "member");
    expect([early.statusCode, later.statusCode]).toEqual([404, 200]);
    portal.advance(-dayMs);
  });
});

describe("the teaser of an entry", () => {
  test.each(people)("is given to a %s, without anything for members", async (person) => {
    for (const entry of entries) {
      const answer = await portal.get(`/content/${entry}/teaser`, person);
      expect([entry, answer.statusCode]).toEqual([entry, 200]);
      const { kind, slug, title } = getTeaser.answer.parse(answer.json());
      expect(`${kind}/${slug}`).toBe(entry);
      expect(title).not.toBe("");
      expect(answer.body).not.toMatch(secrets);
      expect(answer.body).not.toMatch(/"(body|ingredients|media)"/);
    }
  });

  test("does not exist before its time of publication, nor for another kind", async () => {
    for (const missing of ["articles/unheard-of", "articles/of-tomorrow", "blog/weave-entries"]) {
      const answer = await portal.get(`/content/${missing}/teaser`);
      expect([missing, answer.statusCode, answer.json().code]).toEqual([missing, 404, "not-found"]);
    }
  });

  test("is in the caller's language", async () => {
    const answer = await portal.get("/content/articles/weave-entries/teaser", "visitor", {
      "accept-language": "pl",
    });
    expect(answer.json().language).toBe("pl");
  });
});

describe("lists and the showcase", () => {
  const lists = ["articles", "blog", "recipes", "protocols", "videos"].map(
    (kind) => `/content/${kind}`,
  );

  test.each(people)("give a %s teasers only", async (person) => {
    for (const path of [...lists, "/showcase"]) {
      const answer = await portal.get(path, person);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(path + answer.body).not.toMatch(secrets);
      expect(path + answer.body).not.toMatch(/"(body|ingredients|media)"/);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });

  test("show the newest of each kind that is published", async () => {
    const { articles, recipes, protocols, videos } = getShowcase.answer.parse(
      (await portal.get("/showcase")).json(),
    );
    const slugs = [articles, recipes, protocols, videos].map((items) =>
      items.map(({ slug }) => slug),
    );
    expect(slugs).toEqual([
      ["weave-entries", "only-english"],
      ["liver-cubes"],
      ["ring-confidence"],
      ["front-cross"],
    ]);
  });
});

describe("an unknown kind", () => {
  test.each(people)("is unknown to a %s, at every address", async (person) => {
    for (const path of ["/content/cats", "/content/cats/weave-entries", "/media/cats/x/x.webm"]) {
      const answer = await portal.get(path, person);
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, "not-found"]);
      expect(answer.json().fields).toBeUndefined();
    }
  });
});
