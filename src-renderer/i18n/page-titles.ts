import { useTranslation } from "react-i18next";
import { ownNameOf } from "#shared/parts.ts";
import { routes, type RouteId } from "#shared/routes.ts";
import { brand } from "#renderer/platform/brand.ts";
import { currentLanguage } from "./i18n.ts";

/** Hook: returns the function that gives the owner's name for the kind that a page is about; undefined where there is none. */
export function useOwnNames(): (id: string) => string | undefined {
  useTranslation("titles"); // renders again in another language
  return (id) => ownNameOf(brand, id, currentLanguage());
}

/** Hook: returns the function that gives the title of a page; lists and entries have the owner's name of their kind, if any. */
export function usePageTitles(): (id: RouteId) => string {
  const { t } = useTranslation("titles");
  const ownName = useOwnNames();
  return (id) => ownName(id) ?? t(routes[id].title);
}
