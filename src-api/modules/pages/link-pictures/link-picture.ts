import type { Cover, Teaser } from "#shared/api/library.ts";
import { kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import type { InstalledBrand } from "#api/brand.ts";
import { pageTitleIn } from "#api/infra/i18n/messages.ts";
import type { PublicRouteId } from "#api/modules/pages/public-routes.ts";

/** What the picture of a link preview shows: a cover beside a title. */
export type LinkPicture = {
  /** Address below `/og/` without the extension: `en/home`, `pl/articles/weave-entries`. */
  name: string;
  title: string;
  /** A word above the title, or an empty text. */
  label: string;
  cover: {
    kind: ContentKind;
    slug: string;
    motif: string;
    /** The picture in place of the drawing. */
    own?: Pick<Cover, "src" | "focus">;
  };
};

/** Sizes in px of the picture, and of the cover in its right half. */
export const linkPictureSize = { width: 1200, height: 630 } as const;
export const coverSize = { width: 600, height: 630 } as const;

/** The cover of each public page: a kind, whose colours it has, and a drawing. */
const pageCovers: Record<PublicRouteId, { kind: ContentKind; motif: string }> = {
  home: { kind: "articles", motif: "over-jump" },
  articles: { kind: "articles", motif: "weaving" },
  about: { kind: "blog", motif: "dog-large" },
  memberships: { kind: "protocols", motif: "rosette" },
  contact: { kind: "blog", motif: "whistle" },
  terms: { kind: "articles", motif: "measuring-stand" },
  privacy: { kind: "protocols", motif: "dog-sitting" },
  regulations: { kind: "articles", motif: "course-map" },
  announcements: { kind: "recipes", motif: "rally-sign" },
  withdrawal: { kind: "blog", motif: "measuring-stand" },
};

/** Returns the picture of a public page; that of home has the headline of the brand. */
export const pictureOfPage = (
  id: PublicRouteId,
  language: Language,
  brand: Pick<InstalledBrand, "texts" | "kinds">,
): LinkPicture => ({
  name: `${language}/${id}`,
  title: id === "home" ? brand.texts[language].hero.headline : pageTitleIn(brand, id, language),
  label: "",
  cover: { ...pageCovers[id], slug: id },
});

export const pictureOfEntry = (
  teaser: Teaser,
  language: Language,
  brand: Pick<InstalledBrand, "kinds">,
): LinkPicture => ({
  name: `${language}/${teaser.kind}/${teaser.slug}`,
  title: teaser.title,
  label: pageTitleIn(brand, kindFacts[teaser.kind].entry, teaser.language),
  cover: {
    kind: teaser.kind,
    slug: teaser.slug,
    motif: teaser.motif,
    ...(teaser.cover && { own: { src: teaser.cover.src, focus: teaser.cover.focus } }),
  },
});
