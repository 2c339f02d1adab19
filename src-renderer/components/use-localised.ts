import { useLocation } from "react-router-dom";
import { languageParameter } from "#shared/languages.ts";
import { namedLanguage } from "#renderer/i18n/wanted-language.ts";

/**
 * Returns the path of a page with the language that the current address names. Links have to name it
 * where the language is not stored yet: without scripts, or before the app's code has arrived.
 */
export function useLocalised(path: string): string {
  const named = namedLanguage(useLocation().search);
  if (named === null) return path;
  const [page = "", hash] = path.split("#");
  const separator = page.includes("?") ? "&" : "?";
  return `${page}${separator}${languageParameter}=${named}${hash === undefined ? "" : `#${hash}`}`;
}
