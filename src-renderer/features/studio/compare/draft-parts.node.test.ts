import { expect, it } from "vitest";
import type { Draft } from "#shared/api/studio.ts";
import { differences } from "./draft-parts.ts";

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
