import { useTranslation } from "react-i18next";
import { isLanguage, languageTitle } from "#shared/languages.ts";

/** Fields whose names stand in the texts. */
const named = [
  "title",
  "summary",
  "body",
  "ingredients",
  "tin",
  "feeding",
  "weeks",
  "progression",
  "chapters",
  "showDay",
  "author",
  "tags",
  "motif",
  "cover",
  "free",
  "related",
  "sources",
  "reviewed",
  "dogs",
  "prepMinutes",
  "cookMinutes",
  "servings",
  "level",
  "highImpact",
  "source",
  "poster",
  "captions",
  "durationSeconds",
  "framesPerSecond",
  "silent",
] as const;

/** Hook: returns the function that names a place of an entry in words: "Polish: ingredients, 4". Rows are counted from 1. */
export function useFieldName(): (place: string) => string {
  const { t, i18n } = useTranslation("studio");
  return (place) => {
    const [first = "", ...rest] = place.split(".");
    // "pl.title", or "cover.alt.pl"
    const language = [first, rest[1]].find(isLanguage);
    const name = language === first ? (rest[0] ?? "") : first;
    const known = named.find((field) => field === name);
    const rows = rest.filter((part) => /^\d+$/.test(part)).map((part) => Number(part) + 1);
    const field = [
      known ? t(`fields.${known}`) : name,
      ...(rows.length ? [rows.join(".")] : []),
    ].join(", ");
    return language
      ? t("inLanguage", { language: languageTitle(language, i18n.language), field })
      : field;
  };
}
