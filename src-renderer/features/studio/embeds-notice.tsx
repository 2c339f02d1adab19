import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import type { Draft } from "#shared/api/studio.ts";
import { playerHosts } from "#shared/embeds.ts";
import { routePath } from "#shared/routes.ts";
import { siteOf, videoAt } from "#renderer/components/embedded-video.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { brand } from "#renderer/platform/brand.ts";

const reader = unified().use(remarkParse).use(remarkGfm).freeze();

/** Returns the names of the sites whose videos a text would show if the owner allowed them. */
function notAllowedIn(body: string): string[] {
  // Most texts have no such address: they are not parsed while they are written.
  if (!/youtu|vimeo|\/(?:w|videos)\//i.test(body)) return [];
  const allowed = playerHosts(brand);
  const names: string[] = [];
  visit(reader.parse(body), "paragraph", ({ children: [only, ...others] }) => {
    const video = only?.type === "link" && others.length === 0 ? videoAt(only.url) : null;
    if (video && !allowed.includes(video.host)) names.push(siteOf(video));
  });
  return names;
}

/** Says which links to videos stay links, because their sites are not allowed. The entry can be published all the same. */
export function EmbedsNotice({ texts }: Pick<Draft, "texts">) {
  const { t } = useTranslation("studio");
  const later = useDeferredValue(texts);
  const sites = useMemo(
    () => [...new Set(Object.values(later).flatMap(({ body }) => notAllowedIn(body)))],
    [later],
  );
  if (sites.length === 0) return null;
  return (
    <Notice intent="warning">
      <p>
        {t("embeds.text", { count: sites.length, sites: sites.join(", ") })}{" "}
        <TextLink to={`${routePath("dashboard")}?section=settings`}>{t("embeds.open")}</TextLink>
      </p>
    </Notice>
  );
}
