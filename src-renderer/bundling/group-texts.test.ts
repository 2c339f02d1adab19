import { expect, it } from "vitest";
import { groupTexts } from "./group-texts.ts";

const bytes = (sizes: Record<string, number>) =>
  Object.entries(sizes).map(([name, size]) => ({ name, bytes: size }));

it("puts namespaces of the same page into one file", () => {
  const pages = [["account", "height-class"], ["forms"]];
  const groups = groupTexts(bytes({ account: 1_000, "height-class": 300, forms: 700 }), pages);
  expect(groups).toEqual([["forms"], ["account", "height-class"]]);
});

it("keeps namespaces apart that few pages share", () => {
  const pages = [["library", "home"], ...Array.from({ length: 7 }, () => ["library"])];
  const namespaces = bytes({ library: 1_000, home: 900 });
  expect(groupTexts(namespaces, pages)).toEqual([["library"], ["home"]]);
});

it("merges what saves more requests than it costs bytes", () => {
  const both = ["forms", "sign-in"];
  const namespaces = bytes({ forms: 700, "sign-in": 1_300 });
  expect(groupTexts(namespaces, [both, both, both, ["forms"]])).toEqual([both]);
});
