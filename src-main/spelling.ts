import { session } from "electron";
import { languageFacts, type Language } from "#shared/languages.ts";
import { builtIn } from "./desktop-config.ts";
import { logFailure } from "./log.ts";
import type { StoreFile } from "./storage/store-file.ts";

const storeKey = "check-spelling";

/** Spell checking in fields, in the languages of the portal. */
export type Spelling = {
  /** Whether dictionaries come from Google's servers, which the user has to know: nothing that is typed goes there. */
  asksGoogle: boolean;
  isOn(): boolean;
  set: (on: boolean) => void;
  /** Follows the languages of the portal. */
  follow(languages: readonly Language[]): void;
};

/** Returns Chromium's dictionaries for languages; a language without one is not checked. */
function dictionariesFor(languages: readonly Language[], available: readonly string[]): string[] {
  return languages.flatMap((language) => {
    const { locale } = languageFacts[language];
    return [locale, language].find((name) => available.includes(name)) ?? [];
  });
}

/**
 * Opens the spell checker. macOS has one of its own. Elsewhere Chromium loads a dictionary for each language: from the
 * folder that the app was built with (`DESKTOP_DICTIONARY_URL`), else from Google, and then only if the user turns it on.
 * Requires the app to be ready; must be called before the first window.
 */
export function openSpelling(
  file: StoreFile,
  built = builtIn,
  platform: NodeJS.Platform = process.platform,
): Spelling {
  const { defaultSession } = session;
  const source = built["DESKTOP_DICTIONARY_URL"] ?? "";
  const asksGoogle = platform !== "darwin" && source === "";
  const stored = file.get(storeKey);
  let on = typeof stored === "boolean" ? stored : !asksGoogle;
  let followed: readonly Language[] = [];
  const apply = () => {
    if (platform !== "darwin") {
      const { availableSpellCheckerLanguages: available } = defaultSession;
      // Without the languages first, Chromium would load the dictionary of the system's language.
      defaultSession.setSpellCheckerLanguages(on ? dictionariesFor(followed, available) : []);
    }
    defaultSession.setSpellCheckerEnabled(on);
  };
  if (source !== "" && platform !== "darwin") {
    defaultSession.setSpellCheckerDictionaryDownloadURL(source.replace(/\/*$/, "/"));
  }
  apply();
  return {
    asksGoogle,
    isOn: () => on,
    set: (wanted) => {
      on = wanted;
      apply();
      try {
        file.set(storeKey, wanted);
      } catch (error) {
        logFailure("A preference could not be stored", error);
      }
    },
    follow: (languages) => {
      followed = languages;
      apply();
    },
  };
}
