import { expect, test } from "vitest";
import { getPreview, listContent, type Entry, type Preview } from "#shared/api/library.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import { languages, type Language } from "#shared/languages.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { grantMembership } from "#api/modules/membership/module.ts";
import { forFile } from "#api/testing/for-file.ts";
import { syncFolder } from "#api/testing/content-portal.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";

type Locked = { entry: Entry; preview: Preview; language: Language };

const json = async (
  path: string,
  as: "visitor" | "member",
  language: Language,
): Promise<unknown> => {
  const headers = { "accept-language": language, ...(as === "member" && member) };
  const answer = await portal.get(path, "visitor", headers);
  expect(answer.statusCode, path).toBe(200);
  return answer.json();
};

async function loadEntries(language: Language): Promise<Locked[]> {
  const lists = await Promise.all(
    contentKinds.map(async (kind) =>
      listContent.answer.parse(await json(`/content/${kind}?limit=50`, "visitor", language)),
    ),
  );
  const loaded = lists
    .flatMap(({ items }) => items)
    .map(async ({ kind, slug }) => ({
      language,
      entry: (await json(`/content/${kind}/${slug}`, "member", language)) as Entry,
      preview: getPreview.answer.parse(
        await json(`/content/${kind}/${slug}/preview`, "visitor", language),
      ),
    }));
  return Promise.all(loaded);
}

const portal = await forFile(createPagesPortal({ "tags.json": "{}" }, { contentDir: null }));
// The demo content, in which every kind has a free entry.
await syncFolder(portal.portal, contentFolderOf({ contentDir: null }));
portal.advance(2 * 365 * dayMs);
const reader = { email: "reader@example.com", name: "Rae", password: "a long enough password" };
const id = await createUser(portal.portal, { ...reader, roles: [] });
await grantMembership(portal.portal, portal.portal.database, id, null);
const member = { authorization: `Bearer ${await createSession(portal.portal, id, "")}` };
const entries = (await Promise.all(languages.map(loadEntries))).flat();

/** Returns the sentences of an entry that only members may read. */
function secretsOf({ entry, preview }: Locked): string[] {
  if (preview.whole) return [];
  const weeks = (entry.weeks ?? []).slice(1).flatMap(({ sessions }) => sessions);
  const parts = entry.body.split(/\n+|(?<=[.!?])\s/).concat(weeks.map((one) => one.description));
  const chapters = (entry.chapters ?? []).map(({ title }) => title);
  const open = [preview.opening, preview.summary, preview.title].join(" ").replaceAll("\\", "");
  const isSecret = (part: string) => part.length > 25 && !open.includes(part);
  return [...parts.map((part) => part.trim()), ...chapters].filter(isSecret);
}

test("the demo content has a free entry of every kind, and more that is not", () => {
  const kindsOf = (isFree: boolean) =>
    new Set(
      entries
        .filter(({ preview }) => Boolean(preview.whole) === isFree)
        .map((one) => one.entry.kind),
    );
  expect(kindsOf(true)).toEqual(new Set(contentKinds));
  expect(kindsOf(false)).toEqual(new Set(contentKinds));
});

test.each(contentKinds)("what is open of %s says something, and of free ones all", (kind) => {
  const ofKind = entries.filter(({ entry }) => entry.kind === kind);
  const [free, locked] = [true, false].map((isFree) =>
    ofKind.filter(({ preview }) => (preview.whole !== undefined) === isFree),
  );
  expect(free?.map(({ preview }) => preview.whole?.body)).toEqual(
    free?.map(({ entry }) => entry.body),
  );
  for (const one of locked ?? []) expect(secretsOf(one).length).toBeGreaterThan(3);
  const nothing = ofKind.filter(
    ({ preview: { opening, ingredientNames = [], openWeek, video } }) =>
      opening === "" && ingredientNames.length === 0 && !openWeek && !video,
  );
  expect(nothing).toEqual([]);
});

/** Everything that a visitor can fetch about an entry, in its language. */
async function openTexts({ entry: { kind, slug, title }, language }: Locked): Promise<string> {
  const addresses = [
    `/api/content/${kind}/${slug}/preview`,
    `/api/content/${kind}/${slug}/teaser`,
    `/api/content/${kind}?limit=50`,
    `/api/content/search?q=${encodeURIComponent(title)}`,
    `/preview/${kind}/${slug}?lang=${language}`,
    `/${kind}/${slug}?lang=${language}`,
    `/feed.json?lang=${language}`,
    `/feed.atom?lang=${language}`,
  ];
  const headers = { "accept-language": language };
  const bodies = addresses.map(async (url) => {
    const answer = await portal.app.inject({ url, headers });
    expect(answer.statusCode, url).toBe(200);
    return answer.body;
  });
  return (await Promise.all(bodies)).join("\n");
}

test("nothing of what is behind the wall is in any answer to a visitor, nor found by their search", async () => {
  for (const locked of entries) {
    const text = await openTexts(locked);
    const leaked = secretsOf(locked).filter(
      (secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
    );
    expect(leaked, `${locked.language} ${locked.entry.kind}/${locked.entry.slug}`).toEqual([]);
    const fields = text.match(/"(body|ingredients|chapters)":|"weeks":\[/g) ?? [];
    expect(fields.length > 0, locked.entry.slug).toBe(locked.preview.whole !== undefined);
  }
});

test("the files of a free video are open to anybody, those of others are not", async () => {
  const films = entries.filter(({ entry }) => entry.media);
  for (const { entry, preview } of films) {
    const [address = ""] = (entry.media?.source.src ?? "").split("?");
    const answer = await portal.app.inject({ method: "HEAD", url: address });
    expect(answer.statusCode, address).toBe(preview.whole ? 200 : 403);
  }
  expect(films.length).toBeGreaterThan(1);
});
