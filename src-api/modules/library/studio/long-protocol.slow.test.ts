import { expect, test } from "vitest";
import { maxSessions } from "#shared/api/kind-fields.ts";
import type { Draft } from "#shared/api/studio.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { longestBlockOf } from "#api/testing/processor-time.ts";
import { maxBodyLength } from "#shared/api/studio.ts";
import { languages } from "#shared/languages.ts";
import checkDraft from "./draft-worker.ts";

const portal = await forFile(createContentPortal());

/** Returns the processor time that a task takes of this thread, in which others are served, in ms, and what it resolves with. */
async function usedBy<T>(task: () => Promise<T> | T) {
  const before = process.threadCpuUsage();
  const answer = await task();
  const { user, system } = process.threadCpuUsage(before);
  return { answer, ms: (user + system) / 1000 };
}

// As much to check as there may be, in few bytes.
const course = `field 9 x 9\n${"mat 1,1\n".repeat(80)}`;
const sessions = Array.from({ length: maxSessions }, (_, i) => ({
  title: `Session ${i + 1}`,
  minutes: 10,
  description: "Two rounds.",
  course,
}));
const draft: Draft = {
  metadata: { author: "Ada", tags: ["agility"], motif: "weave", level: "beginner" },
  texts: {
    en: {
      front: {
        title: "As long as can be",
        summary: "All sessions there may be.",
        weeks: [{ title: "All at once", sessions }],
      },
      body: "A text.",
    },
  },
};

test("others are served while a protocol of as many sessions as there may be is saved and published", async () => {
  const { tags } = draft.metadata;
  const against = {
    slug: "long",
    files: {},
    tagIds: [tags].flat().map(String),
    tooComplex: [],
    portalLanguages: languages,
    kept: [],
  };
  const check = await usedBy(() => checkDraft({ ...against, kind: "protocols", draft }));
  expect(check.answer.problems).toEqual({});
  const created = await portal.send("POST", "/studio/entries", "admin", {
    kind: "protocols",
    title: "As long as can be",
  });
  const path = `/studio/entries/protocols/${created.json().slug}`;
  const saved = await usedBy(() => portal.send("PUT", path, "admin", { revision: 1, draft }));
  expect(saved.answer.json()).toMatchObject({ problems: [], revision: 2 });
  const published = await usedBy(() =>
    portal.send("POST", `${path}/publish`, "admin", { revision: 2, at: "now" }),
  );
  expect(published.answer.json()).toMatchObject({ state: "published" });
  expect(saved.ms).toBeLessThan(check.ms);
  expect(published.ms).toBeLessThan(2 * check.ms);
});

/** Longest block of the thread that serves everybody, in ms of processor time. */
const longestOwnBlock = 200;
/** With the embedded database, which writes a whole entry with what it is found by in one go. */
const longestBlock = 500;

const longText = Array.from(
  { length: 6_000 },
  (_, at) => `word${at % 997} **bold**${at % 40 === 39 ? ".\n\n## Heading\n\n- item\n\n" : " "}`,
)
  .join("")
  .slice(0, maxBodyLength)
  .trim();
const front = { title: "As long as can be", summary: "All of it." };

test.each<[string, Draft]>([
  ["protocols", draft],
  [
    "articles",
    {
      metadata: { author: "Ada", tags: ["agility"], motif: "weave" },
      texts: { en: { front, body: longText }, pl: { front, body: longText } },
    },
  ],
])(
  "the longest of %s blocks nobody for long while it is saved and published",
  async (kind, longest) => {
    const created = await portal.send("POST", "/studio/entries", "admin", {
      kind,
      title: "Blocks",
    });
    const path = `/studio/entries/${kind}/${created.json().slug}`;
    const saved = await longestBlockOf(() =>
      portal.send("PUT", path, "admin", { revision: 1, draft: longest }),
    );
    expect(saved.answer.json()).toMatchObject({ problems: [], revision: 2 });
    const published = await longestBlockOf(() =>
      portal.send("POST", `${path}/publish`, "admin", { revision: 2, at: "now" }),
    );
    expect(published.answer.json()).toMatchObject({ state: "published" });
    for (const { own, whole } of [saved, published]) {
      expect(own).toBeLessThan(longestOwnBlock);
      expect(whole).toBeLessThan(longestBlock);
    }
  },
);
