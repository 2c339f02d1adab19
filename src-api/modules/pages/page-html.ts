import {
  defaultLanguage,
  languageParameter,
  languages,
  type Language,
} from "../../../src-shared/languages.ts";
import { escapeMarkup } from "../../infra/html.ts";
import type { PageFacts } from "./page-facts.ts";

/** The address of a public page in a language: English is the address without `lang`. */
export const localisedUrl = (origin: string, path: string, language: Language): string =>
  `${origin}${path}${language === defaultLanguage ? "" : `?${languageParameter}=${language}`}`;

const tag = (name: "meta" | "link", attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeMarkup(value)}"`)
    .join("")} />`;

const openGraph = (properties: Record<string, string>): string[] =>
  Object.entries(properties).map(([name, content]) =>
    tag("meta", { property: `og:${name}`, content }),
  );

const locales: Record<Language, string> = { en: "en_GB", pl: "pl_PL" };

/** Tags of the head for search engines and link previews. */
function headTags({ title, language, preview }: PageFacts, site: { name: string; origin: string }) {
  if (!preview) return [tag("meta", { name: "robots", content: "noindex" })];
  const { description, path } = preview;
  const url = localisedUrl(site.origin, path, language);
  return [
    tag("meta", { name: "description", content: description }),
    tag("link", { rel: "canonical", href: url }),
    ...languages.map((other) => {
      const href = localisedUrl(site.origin, path, other);
      return tag("link", { rel: "alternate", hreflang: other, href });
    }),
    ...openGraph({
      type: "website",
      site_name: site.name,
      title,
      description,
      url,
      locale: locales[language],
      image: `${site.origin}/og.png`,
    }),
    tag("meta", { name: "twitter:card", content: "summary_large_image" }),
  ];
}

/** What is the same for all pages of an installation. */
export type Site = { name: string; origin: string; launchDarklyClientId: string | null };

/** The built `index.html` with the facts of one page in its head, and the site's configuration. */
export function pageHtml(template: string, facts: PageFacts, site: Site): string {
  const clientId = escapeMarkup(site.launchDarklyClientId ?? "");
  const head = [`<title>${escapeMarkup(facts.title)}</title>`, ...headTags(facts, site)];
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${facts.language}"`)
    .replace(
      /(<meta name="launchdarkly-client-id" content=")[^"]*"/,
      (_, start) => `${start}${clientId}"`,
    )
    .replace(/<title>[^<]*<\/title>/, () => head.join("\n    "));
}
