import type { Draft, ListedItem, StudioEntry, StudioItem } from "#shared/api/studio.ts";

export const sampleDraft = {
  metadata: { author: "Marta Wolska", tags: ["agility"], motif: "weaving" },
  texts: {
    en: {
      front: { title: "Weave entries", summary: "How to find the gap." },
      body: "The first pole.",
    },
  },
} satisfies Draft;

const sampleItem: StudioItem = {
  kind: "articles",
  slug: "weave-entries",
  title: "Weave entries",
  author: "Marta Wolska",
  state: "draft",
  publishedAt: null,
  isChanged: true,
  isReady: false,
  languages: ["en"],
  outdated: [],
  isOfFolder: false,
  editedAt: "2026-11-26T10:00:00.000Z",
};

/** The same as the list has it. */
export const listedItem: ListedItem = {
  ...sampleItem,
  motif: "weaving",
  picture: null,
  focus: null,
};

/** An entry as the studio reads it, with changes. */
export const sampleEntry = (changes: Partial<StudioEntry> = {}): StudioEntry => {
  const { languages: _, ...item } = sampleItem;
  return {
    ...item,
    draft: sampleDraft,
    revision: 5,
    edited: { by: "Ada", at: "2026-11-26T10:00:00.000Z", isOwn: true },
    published: null,
    problems: [],
    pictures: {},
    textsChangedAt: {},
    folder: null,
    previewUntil: null,
    purgedAt: null,
    ...changes,
  };
};
