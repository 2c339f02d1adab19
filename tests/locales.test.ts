import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { defaultLanguage, languageFacts, languages, type Language } from "#shared/languages.ts";
import { routeIds, routes } from "#shared/routes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Returns every text of a file by its dotted key. */
function texts(value: unknown, key = ""): [key: string, text: string][] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    texts(inner, key ? `${key}.${name}` : name),
  );
}

/** Removes the plural suffix of a key: languages have different plural forms. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? "").toSorted((a, b) => a.localeCompare(b));

const isFile = (file: string) => existsSync(join(root, file));
const namespaces = globSync("locales/en/*.json", { cwd: root }).map((file) => basename(file));
const legalTexts = globSync("resources/brand/legal/*.en.md", { cwd: root }).map((file) =>
  basename(file, ".en.md"),
);
/** Others show English where they lack a text; `npm run check:texts` names those. */
const translations = languages.filter(
  (language) => language !== defaultLanguage && languageFacts[language].isComplete,
);

/** Files of texts of a language, each with its English counterpart. */
const pairsOf = (language: Language) =>
  [
    ...namespaces.map((name) => [`locales/en/${name}`, `locales/${language}/${name}`] as const),
    ["resources/brand/en.json", `resources/brand/${language}.json`] as const,
  ].filter(([, file]) => isFile(file));

/** The forms that plurals have in a language: "one", "few", … */
const pluralForms = (language: Language) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

describe.each(translations)("texts in %s", (language) => {
  it.each([
    ...namespaces.map((name) => `locales/${language}/${name}`),
    `resources/brand/${language}.json`,
    ...legalTexts.map((name) => `resources/brand/legal/${name}.${language}.md`),
  ])("are in %s, as there is one in English", (file) => {
    expect(isFile(file)).toBe(true);
  });

  it.each(pairsOf(language))("have all keys of %s, and no others", (en, file) => {
    const keys = (name: string) => new Set(texts(read(name)).map(([key]) => base(key)));
    expect(keys(file)).toEqual(keys(en));
  });

  it.each(pairsOf(language))("have the same placeholders as %s", (en, file) => {
    const english = new Map(texts(read(en)).map(([key, text]) => [base(key), placeholders(text)]));
    const wrong = texts(read(file)).filter(
      ([key, text]) =>
        !/_(one|two|few|many|other)$/.test(key) &&
        String(placeholders(text)) !== String(english.get(base(key))),
    );
    expect(wrong).toEqual([]);
  });

  it("have all plural forms", () => {
    const missing = pairsOf(language).flatMap(([, file]) => {
      const keys = new Set(texts(read(file)).map(([key]) => key));
      const plural = [...keys].filter((key) => key.endsWith("_other")).map(base);
      return plural.filter(
        (key) => !pluralForms(language).every((form) => keys.has(`${key}_${form}`)),
      );
    });
    expect(missing).toEqual([]);
  });
});

/** Variables with a number that may be one, before what they count: "{{most}} entries". Weights, lengths and ranges are no such number. */
const counted =
  /\{\{(?:count|number|shown|total|of|most|max|limit|left|uses|days|weeks|months|hours|sessions|steps|repetitions)\}\}(?:<\/?\w+>)*(?: [a-z]+)? (?!was|has|does)[a-z]{2,}s\b/;

it("Texts with a number have plural forms, in which it is called count", () => {
  const single = languages.flatMap((language) =>
    [...namespaces.map((name) => `locales/${language}/${name}`), `resources/brand/${language}.json`]
      .flatMap((file) => texts(read(file)).map(([key, text]) => [`${file}: ${key}`, text] as const))
      .filter(([key]) => key === base(key))
      .filter(([, text]) => text.includes("{{count}}") || counted.test(text)),
  );
  expect(single).toEqual([]);
});

/** Returns every text that stands beside its translations, by language. */
function withTranslations(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  if (defaultLanguage in value) return [value];
  return Object.values(value).flatMap(withTranslations);
}

it.each(["resources/brand/catalogue.json", "resources/content/tags.json"])(
  "%s has its texts in all languages",
  (file) => {
    const found = withTranslations(read(file));
    expect(found).not.toEqual([]);
    for (const text of found) expect(new Set(Object.keys(text)), file).toEqual(new Set(languages));
  },
);

describe("texts of routes", () => {
  it.each([
    ["titles", routeIds],
    // The brand describes the home page.
    ["descriptions", routeIds.filter((id) => "publicHtml" in routes[id] && id !== "home")],
  ])("are in %s.json", (namespace, ids) => {
    const keys = new Set(texts(read(`locales/en/${namespace}.json`)).map(([key]) => key));
    expect(ids.filter((id) => !keys.has(routes[id].title))).toEqual([]);
  });
});

describe("the words of the specification", () => {
  const blocked =
    "Checkout is temporary blocked due to technical issues. Please try again in few minutes.";
  const notCancelled =
    "Your subscription has not been cancelled, there was an error, please contact us.";

  it.each([
    [
      "common:maintenance",
      "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.",
    ],
    ["common:payBanner.text", "To access the portal please pay membership fee."],
    ["common:payBanner.action", "View Plans"],
    ["common:apiError.title", "API Error"],
    ["common:apiError.unexpected", "An unexpected error occurred"],
    ["common:featureDisabled", "Feature is disabled. Please contact our support."],
    ["api:feature-disabled", "Feature is disabled. Please contact our support."],
    ["forms:required", "Field is required"],
    ["height-class:errors.empty", "Field is required"],
    ["forms:email", "Invalid email address"],
    ["forms:passwordsDiffer", "Password do not match"],
    ["billing:blocked", blocked],
    ["api:payments-unavailable", blocked],
    ["membership:cancel.failed", notCancelled],
    ["api:cancel-failed", notCancelled],
  ])("stand under %s", (key, text) => {
    const [namespace, name] = key.split(":");
    expect(new Map(texts(read(`locales/en/${namespace}.json`))).get(name ?? "")).toBe(text);
  });
});
