import { routes, type RouteId } from "../../../src-shared/routes.ts";
import { textsIn } from "../../infra/i18n/messages.ts";
import type { Language } from "../../../src-shared/languages.ts";

/** What the head of a page says about it, before any script runs. */
export type PageFacts = {
  language: Language;
  title: string;
  /** Null for pages that are not to be found by search engines, nor previewed. */
  preview: { description: string; path: string } | null;
};

/** The facts of a route's page in a language; null is the page for unknown addresses. */
export function pageFacts(id: RouteId | null, language: Language, brand: string): PageFacts {
  const t = textsIn(language);
  if (id === null) return { language, title: `${t("titles:notFound")} · ${brand}`, preview: null };
  const { title: key, path, ...route } = routes[id];
  const title = id === "home" ? brand : `${t(`titles:${key}`)} · ${brand}`;
  if (!("publicHtml" in route)) return { language, title, preview: null };
  return { language, title, preview: { description: t(`descriptions:${key}`, { brand }), path } };
}
