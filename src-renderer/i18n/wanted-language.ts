import { createStore, useStore } from "zustand";
import {
  defaultLanguage,
  languageParameter,
  servedLanguage,
  type Language,
} from "#shared/languages.ts";
import { createListeners } from "#shared/listeners.ts";
import { brand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";

/** `chosen`: whether the user chose it after this document was loaded, here or in another window. */
type WantedLanguage = { language: Language; chosen: boolean };

const store = createStore<WantedLanguage>(() => ({ language: defaultLanguage, chosen: false }));
// A page that was rendered on the server is taken over in the language that this start wants.
store.getInitialState = store.getState;

/** The wanted language. The interface switches to it once its texts are loaded. */
export const useWantedLanguage = Object.assign(
  <T>(selector: (state: WantedLanguage) => T) => useStore(store, selector),
  store,
);

/** Returns the portal's language that a text names, or null. */
const ownLanguage = (name: string | null | undefined): Language | null =>
  brand.languages.find((language) => language === name) ?? null;

/** Returns the language that a query (`?lang=pl`) names, or null. */
export const namedLanguage = (search: string): Language | null =>
  ownLanguage(new URLSearchParams(search).get(languageParameter));

/** Returns the query of the same page in another language; the portal's default has no `lang`. */
export function searchInLanguage(search: string, language: Language): string {
  const query = new URLSearchParams(search);
  if (language === brand.languages[0]) query.delete(languageParameter);
  else query.set(languageParameter, language);
  return query.size > 0 ? `?${query}` : "";
}

/** Returns whether the document was loaded by a reload or by a step in the history. */
function isRevisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && entry.type !== "navigate";
}

/** What is stored may be a language that the portal does not have (any more); it stays stored. */
const storedLanguage = () => servedLanguage(brand.languages, platform.read("language"));

/** Returns the language that the browser prefers, if this device shows another only by default; else null. */
export function languageToOffer(): Language | null {
  if (ownLanguage(platform.read("language")) !== null) return null;
  const preferred = navigator.languages
    .map((tag) => ownLanguage(tag.split("-")[0]))
    .find((language) => language !== null);
  return preferred === brand.languages[0] ? null : (preferred ?? null);
}

export function adoptLanguage(language: Language): void {
  platform.write("language", language);
  useWantedLanguage.setState({ language });
}

const choices = createListeners<Language>();

/** Calls a listener for every language that is chosen in this window. Returns the unsubscribe. */
export const onLanguageChosen = choices.add;

/** Stores a language that the user chose; from then on languages in addresses are ignored. */
export function chooseLanguage(language: Language): void {
  platform.write("language", language);
  useWantedLanguage.setState({ language, chosen: true });
  choices.emit(language);
}

/**
 * Sets the initial language: the one that the address names, else the stored one. On a revisit the
 * stored one is the more recent choice, since the first visit stored that of the address. Then
 * follows choices in other windows.
 */
export function startWantedLanguage(): void {
  const named = isRevisit() ? null : namedLanguage(window.location.search);
  if (named === null) useWantedLanguage.setState({ language: storedLanguage() });
  else adoptLanguage(named);
  platform.onChange((name) => {
    if (name !== "language") return;
    useWantedLanguage.setState({ language: storedLanguage(), chosen: true });
  });
}
