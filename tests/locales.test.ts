import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Every text of a file by its dotted key. */
function texts(value: unknown, key = ""): [key: string, text: string][] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    texts(inner, key ? `${key}.${name}` : name),
  );
}

/** Plural forms fold into one: languages have different ones. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? "").toSorted((a, b) => a.localeCompare(b));

const namespaces = globSync("locales/en/*.json", { cwd: root }).map((file) => basename(file));
const pairs = [
  ...namespaces.map((file) => [`locales/en/${file}`, `locales/pl/${file}`] as const),
  ["resources/brand/en.json", "resources/brand/pl.json"] as const,
];

it("has no language from right to left, or leave-out.ts must keep the mirrored styles", () => {
  const languages = globSync("locales/*", { cwd: root }).map((folder) => basename(folder));
  expect(languages).toContain("pl");
  const directions = languages.map((language) => new Intl.Locale(language).getTextInfo().direction);
  expect(new Set(directions)).toEqual(new Set(["ltr"]));
});

describe("texts", () => {
  it.each(pairs)("%s has all its keys in Polish, and no others", (en, pl) => {
    const keys = (file: string) => new Set(texts(read(file)).map(([key]) => base(key)));
    expect(keys(pl)).toEqual(keys(en));
  });

  it.each(pairs)("%s has the same placeholders in Polish", (en, pl) => {
    const english = new Map(texts(read(en)).map(([key, text]) => [base(key), placeholders(text)]));
    const wrong = texts(read(pl)).filter(
      ([key, text]) =>
        !/_(one|few|many|other)$/.test(key) &&
        String(placeholders(text)) !== String(english.get(base(key))),
    );
    expect(wrong).toEqual([]);
  });

  it("gives Polish all four plural forms", () => {
    const missing = pairs.flatMap(([, pl]) => {
      const keys = new Set(texts(read(pl)).map(([key]) => key));
      const plural = [...keys].filter((key) => key.endsWith("_other")).map(base);
      return plural.filter(
        (key) => !["_one", "_few", "_many"].every((form) => keys.has(key + form)),
      );
    });
    expect(missing).toEqual([]);
  });

  it("quotes the specification word for word", () => {
    const english = new Set(pairs.flatMap(([en]) => texts(read(en)).map(([, text]) => text)));
    for (const text of [
      "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.",
      "To access the portal please pay membership fee.",
      "View Plans",
      "Field is required",
      "Invalid email address",
      "Password do not match",
      "API Error",
      "An unexpected error occurred",
      "Feature is disabled. Please contact our support.",
      "Checkout is temporary blocked due to technical issues. Please try again in few minutes.",
      "Your subscription has not been cancelled, there was an error, please contact us.",
    ]) {
      expect(english, text).toContain(text);
    }
  });
});
