import { useLocation } from "react-router-dom";
import { languageParameter } from "#shared/languages.ts";
import { namedLanguage } from "#renderer/i18n/wanted-language.ts";

/** Returns a path with the language that the address names: without scripts it is not stored yet. */
export function useLocalised(path: string): string {
  const named = namedLanguage(useLocation().search);
  if (named === null) return path;
  const [page = "", hash] = path.split("#");
  const separator = page.includes("?") ? "&" : "?";
  return `${page}${separator}${languageParameter}=${named}${hash === undefined ? "" : `#${hash}`}`;
}
