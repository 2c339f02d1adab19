import { routes, type RouteId } from "../../../src-shared/routes.ts";
import { homeTexts } from "../../brand.ts";
import { textsIn } from "../../infra/i18n/messages.ts";
import type { Language } from "../../../src-shared/languages.ts";

/** What the head of a page says about it, before any script runs. */
export type PageFacts = {
  language: Language;
  title: string;
  /** Null for pages that search engines and link previews should ignore. */
  preview: { description: string; path: string } | null;
};

/**
 * Returns the facts of a route's page in a language; null is the page for unknown addresses. The home
 * page is described by the brand.
 */
export function pageFacts(id: RouteId | null, language: Language, brand: string): PageFacts {
  const t = textsIn(language);
  if (id === null) return { language, title: `${t("titles:notFound")} · ${brand}`, preview: null };
  const { title: key, path, ...route } = routes[id];
  const { title, description } =
    id === "home"
      ? homeTexts[language]
      : { title: t(`titles:${key}`), description: t(`descriptions:${key}`, { brand }) };
  const preview = "publicHtml" in route ? { description, path } : null;
  return { language, title: `${title} · ${brand}`, preview };
}
