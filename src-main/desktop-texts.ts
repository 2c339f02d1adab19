import en from "#locales/en/desktop.json" with { type: "json" };
import pl from "#locales/pl/desktop.json" with { type: "json" };
import { brand } from "./brand.ts";
import type { Language } from "#shared/languages.ts";

export type DesktopTexts = typeof en;

const texts: Record<Language, DesktopTexts> = { en, pl };

/** Returns the texts of menus, tray, dialogs and notifications in a language. */
export const textsIn = (language: Language): DesktopTexts => texts[language];

/** Replaces the placeholder `{{name}}` by the product's name. */
export const withProductName = (text: string): string => text.replaceAll("{{name}}", brand.name);
