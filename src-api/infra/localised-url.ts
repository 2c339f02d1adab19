import type { Brand } from "#shared/brand.ts";
import { localisedPath, type Language } from "#shared/languages.ts";

export type LocalisedSite = { origin: string; brand: Pick<Brand, "languages"> };

/** Returns the URL of a public page in a language. URLs in the portal's default language have no `lang` parameter. */
export const localisedUrl = (
  { origin, brand }: LocalisedSite,
  path: string,
  language: Language,
): string => origin + localisedPath(path, language, brand.languages);
