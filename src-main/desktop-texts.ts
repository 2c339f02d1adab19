import enApi from "#locales/en/api.json" with { type: "json" };
import en from "#locales/en/desktop.json" with { type: "json" };
import { brand } from "./brand.ts";
import type { Language } from "#shared/languages.ts";

export type DesktopTexts = typeof en;

type TextFile = { default: unknown };
const files = import.meta.glob<TextFile>("../locales/*/{desktop,api}.json", { eager: true });

/** Returns texts with the English ones where they lack some. A language may have plural forms that English has not. */
function filled<Texts>(english: Texts, own: unknown): Texts {
  if (typeof english !== "object" || english === null)
    return typeof own === "string" ? (own as Texts) : english; // where English has a text
  const texts = typeof own === "object" ? (own as Record<string, unknown> | null) : null;
  const common = Object.entries(english).map(([key, text]) => [key, filled(text, texts?.[key])]);
  return { ...texts, ...Object.fromEntries(common) } as Texts; // at least the same keys
}

/** Returns a function that returns the texts of a namespace in a language. */
const byLanguage = <Texts>(namespace: string, english: Texts) => {
  const known = new Map<Language, Texts>();
  return (language: Language): Texts => {
    const texts =
      known.get(language) ??
      filled(english, files[`../locales/${language}/${namespace}.json`]?.default);
    known.set(language, texts);
    return texts;
  };
};

/** Returns the texts of menus, tray, dialogs and notifications in a language. */
export const textsIn = byLanguage("desktop", en);

/** Returns what the API would say in a language. */
export const apiTextsIn = byLanguage("api", { unreachable: enApi.unreachable });

/** Replaces the placeholder `{{name}}` by a name: that of a portal, say. */
export const withName = (text: string, name: string): string =>
  text.replaceAll("{{name}}", () => name);

/** Replaces the placeholder `{{name}}` by the name of the app. */
export const withProductName = (text: string): string => withName(text, brand.name);
