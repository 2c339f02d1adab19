import { beforeAll, describe, expect, test } from "vitest";
import { contentKinds, kindFacts } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import { routePath } from "#shared/routes.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { contract } from "#api/testing/contract.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { people, type Person } from "#api/testing/people.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { contentEntries } from "./schema.ts";

const slug = "hidden-one";
/** What only the hidden entries say: title, summary, text, tag, author, files. Callers search for "quetzal". */
const secret = /yardstick|zephyrine|umbrageous|okapi/i;

const metadata: Record<string, Record<string, unknown>> = {
  articles: {},
  blog: {},
  recipes: { prepMinutes: 5, cookMinutes: 5, servings: 2 },
  protocols: { level: "beginner" },
  videos: { durationSeconds: 20, source: `${slug}.webm`, poster: `${slug}.webp` },
};
const front: Record<string, string> = {
  recipes: "ingredients:\n  - { quantity: 1, unit: g, name: zephyrine }\n",
  protocols:
    "weeks:\n  - title: Zephyrine\n    sessions:\n      - { title: Zephyrine, minutes: 9, description: Zephyrine. }\n",
};
const hiddenFiles = Object.fromEntries(
  contentKinds.flatMap((kind) => [
    [
      `${kind}/${slug}/entry.json`,
      JSON.stringify({
        ...JSON.parse(entryJson("2026-02-20T07:00:00Z", metadata[kind])),
        author: "Ignatius Okapi",
        tags: ["secret"],
      }),
    ],
    [
      `${kind}/${slug}/en.md`,
      markdown("Quetzal Yardstick", "Zephyrine text, quetzal.", front[kind]),
    ],
  ]),
);

/** Sets when all hidden entries appear. */
const publishAt = (publishedAt: Date | null) =>
  portal.portal.database
    .update(contentEntries)
    .set({ publishedAt })
    .where(eq(contentEntries.slug, slug));

const yesterday = (): Date => new Date(portal.portal.now().getTime() - dayMs);

const portal = await forFile(
  createPagesPortal({
    ...sampleContent,
    ...hiddenFiles,
    "tags.json": JSON.stringify({
      ...JSON.parse(String(sampleContent["tags.json"])),
      secret: { en: "Umbrageous" },
    }),
    [`videos/${slug}/${slug}.webm`]: Buffer.from("zephyrine film"),
    [`videos/${slug}/${slug}.webp`]: Buffer.from("zephyrine still"),
    [`videos/${slug}/${slug}.en.vtt`]: "WEBVTT\n\n00:00.000 --> 00:02.000\nZephyrine.\n",
  }),
);
const feed = await portal.send("POST", "/me/feed", "member");
const video = await portal.get(`/content/videos/${slug}`, "member");
/** Addresses that members kept while the entry was published. */
const kept = {
  ownFeed: feed.json().json.replace("http://portal.test", ""),
  video: video.json().media.source.src,
};
await portal.send("PUT", "/me/weekly-mail", "member", { wanted: true });
// What members may have begun.
const keptAt = portal.portal.now().toISOString();
const changes = contentKinds.flatMap((kind) => [
  { type: "saved", kind, slug, at: keptAt, isKept: true },
  { type: "place", kind, slug, at: keptAt, isKept: true, place: { position: 1, length: 9 } },
]);
for (const person of ["member", "admin"] as const) {
  await portal.send("PUT", "/shelf", person, { sentAt: keptAt, changes });
}
const tomorrow = (): Date => new Date(portal.portal.now().getTime() + dayMs);

/** Every GET endpoint of the contract that anybody but reviewers and admins may call, with the hidden entries as its parameters. */
async function apiAddresses(): Promise<string[]> {
  const reads = (await contract()).filter(
    ({ method, access }) => method === "GET" && access !== "reviewer" && access !== "admin",
  );
  const paths = reads.flatMap(({ path }) =>
    contentKinds.map((kind) =>
      path.replace(":kind", kind).replace(":slug", slug).replace(/:\w+/, slug),
    ),
  );
  const searches = ["/content/search?q=quetzal", "/content/search?q=quetsal&tag=secret"].concat(
    contentKinds.flatMap((kind) => [
      `/content/${kind}?q=quetzal`,
      `/content/${kind}?tag=secret`,
      `/content/search?q=quetzal&kinds=${kind}`,
    ]),
  );
  return [...new Set(paths), ...searches, "/training?today=2026-03-01"].map(
    (path) => `/api${path}`,
  );
}

const entryPages = contentKinds.map((kind) => routePath(kindFacts[kind].entry, { id: slug }));
/** Pages, feeds, sitemap, link pictures and files, in both languages. */
const siteAddresses = [
  "/",
  ...contentKinds.map((kind) => routePath(kindFacts[kind].list)),
  ...entryPages,
  "/search?q=quetzal",
  "/feed.atom",
  "/feed.json",
  "/sitemap.xml",
  "/review",
  ...contentKinds.map((kind) => routePath("reviewEntry", { kind, id: slug })),
].flatMap((path) => [path, `${path}${path.includes("?") ? "&" : "?"}lang=pl`]);
const fileAddresses = [
  ...contentKinds.map((kind) => `/og/en/${kind}/${slug}.png`),
  `/api/media/posters/${slug}.webp`,
  `/api/media/videos/${slug}/${slug}.webm`,
  `/api/media/videos/${slug}/${slug}.webp`,
  `/api/media/videos/${slug}/${slug}.en.vtt`,
];

/** Returns the ways by which somebody learns what the hidden entries say, or that they exist. */
async function leaksTo(person: Person): Promise<string[]> {
  const leaks: string[] = [];
  const addresses = [...(await apiAddresses()), ...siteAddresses, kept.ownFeed, kept.video];
  for (const url of addresses) {
    const { body } = await portal.app.inject({ url, headers: portal.headersOf[person] });
    if (secret.test(body)) leaks.push(url);
  }
  for (const url of fileAddresses) {
    const { statusCode } = await portal.app.inject({ url, headers: portal.headersOf[person] });
    if (statusCode === 200) leaks.push(url);
  }
  const today = "2026-03-01";
  const plan = { slug, dogId: null, startedOn: today, weekdays: [1], today };
  const started = await portal.send("POST", "/training", person, plan);
  if (started.statusCode < 300) leaks.push("training");
  const note = await portal.send("PUT", `/content/articles/${slug}/judge-note`, person, {
    text: "Hm.",
  });
  if (note.statusCode < 300) leaks.push("judge's note");
  return leaks;
}

const outsiders = people.filter((person) => person !== "reviewer" && person !== "admin");

describe("while they are published, the hidden entries", () => {
  test("are found by these ways, or the tests below would prove nothing", async () => {
    const leaks = await leaksTo("member");
    expect(leaks).toEqual(
      expect.arrayContaining([
        ...contentKinds.flatMap((kind) => [
          `/api/content/${kind}`,
          `/api/content/${kind}/${slug}`,
          `/api/content/${kind}/${slug}/teaser`,
          `/api/content/${kind}?q=quetzal`,
          `/api/content/${kind}?tag=secret`,
          `/api/content/search?q=quetzal&kinds=${kind}`,
          `/og/en/${kind}/${slug}.png`,
        ]),
        "/api/content/search?q=quetsal&tag=secret",
        "/api/showcase",
        "/api/shelf",
        "/api/shelf/saved",
        "/feed.atom",
        "/feed.json",
        "/articles/hidden-one",
        kept.ownFeed,
        kept.video,
        `/api/media/posters/${slug}.webp`,
        "training",
      ]),
    );
    await portal.portal.database.execute(sql`delete from training_plans`);
  });
});

describe.each([
  ["drafts", (): null => null],
  ["scheduled entries", tomorrow],
] as const)("%s", (_, at) => {
  beforeAll(() => publishAt(at()));

  test.each([...people])("reach no %s by any way but the review", async (person) => {
    expect(await leaksTo(person)).toEqual([]);
  });

  test("are not in the weekly mail, the sitemap or the pages that anybody gets", async () => {
    const before = portal.mails.length;
    portal.advance(7 * dayMs);
    await publishAt(at());
    expect(await portal.portal.jobs.runScheduled()).toEqual([]);
    await portal.runDueJobs();
    const sent = portal.mails.slice(before);
    expect(JSON.stringify(sent)).not.toMatch(secret);
    expect(JSON.stringify(sent)).not.toContain(slug);
    for (const path of ["/", "/sitemap.xml", "/articles", "/feed.atom", "/feed.json"]) {
      expect(await portal.page(path)).not.toContain(slug);
    }
  });

  test.each(outsiders)("are refused to a %s by the review too", async (person) => {
    const refused = ["visitor", "dead session"].includes(person) ? 401 : 403;
    const paths = ["/review/entries"].concat(
      contentKinds.map((kind) => `/review/entries/${kind}/${slug}`),
      "/review/entries/articles/unheard-of",
    );
    for (const path of paths) {
      const answer = await portal.get(path, person);
      expect([path, answer.statusCode]).toEqual([path, refused]);
      expect(answer.body).not.toMatch(secret);
    }
  });

  test.each(["reviewer", "admin"] as const)(
    "are read by a %s at the review, never to be cached",
    async (person) => {
      for (const kind of contentKinds) {
        const answer = await portal.get(`/review/entries/${kind}/${slug}`, person);
        expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
        expect(answer.json().entry.body).toContain("Zephyrine text");
      }
      const list = await portal.get("/review/entries", person);
      expect(list.headers["cache-control"]).toBe("no-store");
      expect(list.body.match(/Quetzal Yardstick/g)).toHaveLength(contentKinds.length);
    },
  );

  test("have media for reviewers and admins only, and not once a role is gone", async () => {
    const filesOf = async (person: Person) => {
      const { entry } = (await portal.get(`/review/entries/videos/${slug}`, person)).json();
      return [entry.media.source.src, entry.media.captions[0].src, entry.video.poster] as string[];
    };
    const fetch = async (url: string): Promise<number> => (await portal.app.inject(url)).statusCode;
    for (const person of ["reviewer", "admin"] as const) {
      for (const file of await filesOf(person)) expect(await fetch(file)).toBe(200);
    }
    const files = await filesOf("reviewer");
    const setRoles = (roles: ("ROLE_USER" | "ROLE_REVIEWER")[]) =>
      portal.portal.database
        .update(users)
        .set({ roles })
        .where(eq(users.email, "reviewer@example.com"));
    await setRoles(["ROLE_USER"]);
    for (const file of files) expect(await fetch(file)).toBe(403);
    await setRoles(["ROLE_USER", "ROLE_REVIEWER"]);
    for (const file of files) expect(await fetch(file)).toBe(200);
    await publishAt(yesterday());
    for (const file of files) expect(await fetch(file)).toBe(403); // members only, from now on
    await publishAt(at());
  });
});
