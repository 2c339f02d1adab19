import {
  isLanguage,
  languageParameter,
  servedLanguage,
  type Language,
  type PortalLanguages,
} from "#shared/languages.ts";

const namedIn = (url: string): string | null => {
  const [, query] = url.split("?", 2);
  return query ? new URLSearchParams(query).get(languageParameter) : null;
};

/** Returns the language that an address asks for, or the portal's default. */
export const requestedLanguage = (url: string, portal: PortalLanguages): Language =>
  servedLanguage(portal, namedIn(url));

/** Returns the address without its language where the portal does not have that one (any more); else null. */
export function addressWithoutLanguage(url: string, portal: PortalLanguages): string | null {
  const named = namedIn(url);
  if (!isLanguage(named) || portal.includes(named)) return null;
  const [path = "", query] = url.split("?", 2);
  const others = new URLSearchParams(query);
  others.delete(languageParameter);
  // Browsers take what begins with two slashes for the address of another site.
  return [path.replace(/^[/\\]+/, "/"), others.toString()].filter(Boolean).join("?");
}
