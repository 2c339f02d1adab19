import { create } from "zustand";
import {
  defaultLanguage,
  isLanguage,
  languageParameter,
  type Language,
} from "../../src-shared/languages.ts";
import { platform } from "../platform/current-platform.ts";

/** `chosen`: the user chose it since this document was loaded, here or in another window. */
type WantedLanguage = { language: Language; chosen: boolean };

/** The language asked for. The interface speaks it once its texts are there. */
export const useWantedLanguage = create<WantedLanguage>(() => ({
  language: defaultLanguage,
  chosen: false,
}));

/** The language that an address's query (`?lang=pl`) names, or null. */
export function namedLanguage(search: string): Language | null {
  const named = new URLSearchParams(search).get(languageParameter);
  return isLanguage(named) ? named : null;
}

/** The query of the same page in another language; English is the address without `lang`. */
export function searchInLanguage(search: string, language: Language): string {
  const query = new URLSearchParams(search);
  if (language === defaultLanguage) query.delete(languageParameter);
  else query.set(languageParameter, language);
  return query.size > 0 ? `?${query}` : "";
}

/** A reload, or a step back or forward to a page of an earlier document. */
function isRevisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && entry.type !== "navigate";
}

/** Remembers a language that an address names. */
export function takeLanguage(language: Language): void {
  platform.write("language", language);
  useWantedLanguage.setState({ language });
}

/** Remembers a language that the user chose: addresses that name another one count no more. */
export function chooseLanguage(language: Language): void {
  platform.write("language", language);
  useWantedLanguage.setState({ language, chosen: true });
}

/**
 * Finds the language to start with: the one that the address names, else the one remembered. On a
 * revisit the remembered one is the later wish, since the first visit remembered the address's.
 * Follows what is chosen in other windows from then on.
 */
export function startWantedLanguage(): void {
  const named = isRevisit() ? null : namedLanguage(window.location.search);
  if (named === null) useWantedLanguage.setState({ language: platform.read("language") });
  else takeLanguage(named);
  platform.onChange((name) => {
    if (name !== "language") return;
    useWantedLanguage.setState({ language: platform.read("language"), chosen: true });
  });
}
