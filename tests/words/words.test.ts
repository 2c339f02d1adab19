import { expect, it } from "vitest";
import { productTexts } from "./texts.ts";
import { wordList, type WordRule } from "./word-list.ts";

const texts = productTexts();

const label = ({ language, avoid, use, because }: WordRule) =>
  `${language ?? "any language"}: ${use} instead of ${avoid.source} (${because})`;

it("reads locales, brand, legal texts, announcements, the library and its captions", () => {
  const places = texts.map(({ place }) => place);
  for (const part of [
    "locales/en/home.json",
    "locales/pl/mails.json",
    "resources/brand/pl.json",
    "resources/brand/catalogue.json",
    "resources/brand/legal/terms.pl.md",
    "resources/content/announcements/",
    "resources/content/recipes/liver-training-cubes/en.md front matter",
    ".pl.vtt",
  ]) {
    expect(
      places.some((place) => place.includes(part)),
      part,
    ).toBe(true);
  }
});

it.each(wordList.map((rule) => [label(rule), rule] as const))("%s", (_, rule) => {
  const { language, scope, avoid, except } = rule;
  const wrong = texts
    .filter((text) => language === undefined || text.language === language)
    .filter(({ isProduct }) => scope === "all" || isProduct)
    .filter(({ place, text }) => avoid.test(text) && !except?.test(place))
    .map(({ place, text }) => `${place}: ${text}`);
  expect(wrong).toEqual([]);
});

it("keeps Polish words of one letter with the next word in the sentences of the brand", () => {
  const brand = texts.filter(({ place }) => place.startsWith("resources/brand/pl.json"));
  const loose = brand.filter(({ text }) => /(?<!\p{L})[aiouwz] (?!…)/iu.test(text));
  expect(loose.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});
