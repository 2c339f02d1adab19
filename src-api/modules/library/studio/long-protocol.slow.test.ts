import { expect, test } from "vitest";
import { maxSessions } from "#shared/api/kind-fields.ts";
import type { Draft } from "#shared/api/studio.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
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
  const check = await usedBy(() => checkDraft({ wanted: "problems", kind: "protocols", draft }));
  expect(check.answer).toEqual({});
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
