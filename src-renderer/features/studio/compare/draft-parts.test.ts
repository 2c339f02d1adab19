import { expect, it } from "vitest";
import type { Draft } from "#shared/api/studio.ts";
import { sampleDraft } from "../testing/sample-studio.ts";
import { differences, isSameDraft } from "./draft-parts.ts";

it("takes drafts as the same in whatever order the database returns their fields", () => {
  const { metadata, texts } = sampleDraft;
  const turned = Object.fromEntries(Object.entries(metadata).toReversed());
  expect(isSameDraft(sampleDraft, { texts, metadata: turned })).toBe(true);
  expect(isSameDraft(sampleDraft, { texts, metadata: { ...metadata, tags: [] } })).toBe(false);
});

it("names the parts that differ, with lists and objects as lines", () => {
  const before: Draft = {
    metadata: { author: "Ada", dogs: { fromMonths: 12 } },
    texts: { en: { front: { summary: "S", title: "Old" }, body: "Text" } },
  };
  const ingredients = [{ quantity: 2, unit: "pc", name: "eggs" }];
  const after: Draft = {
    metadata: { author: "Ada" },
    texts: {
      en: { front: { ingredients, summary: "S", title: "New" }, body: "Text" },
      pl: { front: { title: "Nowy" }, body: "" },
    },
  };
  expect(differences(before, after)).toEqual([
    { place: "en.title", before: "Old", after: "New" },
    { place: "en.ingredients", before: "", after: "- quantity: 2\n  unit: pc\n  name: eggs" },
    { place: "pl.title", before: "", after: "Nowy" },
    { place: "dogs", before: "fromMonths: 12", after: "" },
  ]);
});
