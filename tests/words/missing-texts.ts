import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Names the texts that the languages of `locales` lack against English, or the language of the first argument, such as `de`; with a
 * second one in another folder, such as that of a test. Exits with 1 where any is missing.
 */

const plural = /_(zero|one|two|few|many|other)$/;

/** Returns the dotted keys of all texts of a file. */
function keysOf(value: unknown, key = ""): string[] {
  if (typeof value !== "object" || value === null) return [key];
  return Object.entries(value).flatMap(([name, inner]) =>
    keysOf(inner, key ? `${key}.${name}` : name),
  );
}

function keysIn(file: string): Set<string> {
  try {
    return new Set(keysOf(JSON.parse(readFileSync(file, "utf8"))));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Set();
    throw error;
  }
}

/** Returns the keys that a file of a language lacks: plurals in the forms that the language has. */
function lacking(english: Set<string>, own: Set<string>, language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wanted = [...english].flatMap((key) => {
    if (!plural.test(key)) return [key];
    return forms.map((form) => key.replace(plural, `_${form}`));
  });
  return [...new Set(wanted)].filter((key) => !own.has(key));
}

const [only, folder = fileURLToPath(new URL("../../locales", import.meta.url))] =
  process.argv.slice(2);
const languages = globSync("*", { cwd: folder }).filter(
  (language) => language !== "en" && (only === undefined || language === only),
);
if (only !== undefined && languages.length === 0) {
  console.error(`There is no folder ${join(folder, only)}.`);
  process.exitCode = 1;
}
for (const language of languages.toSorted()) {
  const missing = globSync("en/*.json", { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const name = basename(file);
      const english = keysIn(join(folder, file));
      const own = keysIn(join(folder, language, name));
      return lacking(english, own, language).map((key) => `  ${name}: ${key}`);
    });
  console.log(
    missing.length === 0
      ? `${language} has all texts.`
      : [`${language} lacks ${missing.length} of the texts of en:`, ...missing].join("\n"),
  );
  if (missing.length > 0) process.exitCode = 1;
}
