import en from "../locales/en/desktop.json" with { type: "json" };
import pl from "../locales/pl/desktop.json" with { type: "json" };
import { brand } from "./brand.ts";
import type { Language } from "../src-shared/languages.ts";

export type DesktopTexts = typeof en;

const texts: Record<Language, DesktopTexts> = { en, pl };

/** Texts of menus, tray and dialogs in a language. */
export const textsIn = (language: Language): DesktopTexts => texts[language];

/** A text with the product's name in the place kept for it. */
export const named = (text: string): string => text.replaceAll("{{name}}", brand.name);
