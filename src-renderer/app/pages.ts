import type { ComponentType } from "react";
import { isForVisitors, type RouteId } from "#shared/routes.ts";
import { lazyChunk, type LazyComponent } from "#renderer/components/load-chunk.ts";
import { loadMemberTexts } from "#renderer/i18n/i18n.ts";
import { PageSkeleton } from "./layouts/loading-screens.tsx";

export type PageId = RouteId | "notFound";
type PageModule = { default: ComponentType };

/** The page of every route, each a chunk of its own. */
const pages = {
  home: () => import("./pages/home-page.tsx"),
  articles: () => import("#renderer/features/reading/list/list-page.tsx"),
  about: () => import("./pages/about/about-page.tsx"),
  memberships: () => import("#renderer/features/billing/memberships-page.tsx"),
  contact: () => import("#renderer/features/contact/contact-page.tsx"),
  terms: () => import("#renderer/features/legal/legal-page.tsx"),
  privacy: () => import("#renderer/features/legal/legal-page.tsx"),
  regulations: () => import("#renderer/features/legal/legal-page.tsx"),
  announcements: () => import("#renderer/features/announcements/announcements-page.tsx"),
  search: () => import("#renderer/features/reading/search/search-page.tsx"),
  author: () => import("#renderer/features/reading/author/author-page.tsx"),
  saved: () => import("./pages/saved-page.tsx"),
  preview: () => import("./pages/entry/preview-page.tsx"),
  withdrawal: () => import("#renderer/features/billing/withdrawal-page.tsx"),
  logout: () => import("#renderer/features/sign-in/logout-page.tsx"),
  forgotPassword: () => import("#renderer/features/sign-in/forgot-password-page.tsx"),
  resetPassword: () => import("#renderer/features/sign-in/reset-password-page.tsx"),
  undoEmailChange: () => import("#renderer/features/sign-in/undo-email-change-page.tsx"),
  secureAccount: () => import("#renderer/features/sign-in/secure-account-page.tsx"),
  registrationPayment: () => import("#renderer/features/billing/registration-payment-page.tsx"),
  checkout: () => import("#renderer/features/billing/checkout-page.tsx"),
  subMissing: () => import("#renderer/features/billing/sub-missing-page.tsx"),
  login: () => import("#renderer/features/sign-in/login-page.tsx"),
  register: () => import("#renderer/features/sign-in/register-page.tsx"),
  article: () => import("./pages/entry/entry-page.tsx"),
  blog: () => import("#renderer/features/reading/list/list-page.tsx"),
  blogPost: () => import("./pages/entry/entry-page.tsx"),
  recipes: () => import("#renderer/features/reading/list/list-page.tsx"),
  recipe: () => import("./pages/entry/entry-page.tsx"),
  subscription: () => import("#renderer/features/billing/subscription-page.tsx"),
  protocols: () => import("#renderer/features/reading/list/list-page.tsx"),
  protocol: () => import("./pages/entry/entry-page.tsx"),
  videos: () => import("#renderer/features/reading/list/list-page.tsx"),
  video: () => import("./pages/entry/entry-page.tsx"),
  showDay: () => import("#renderer/features/shows/show-day-page.tsx"),
  dashboard: () => import("./pages/dashboard-page.tsx"),
  subscribe: () => import("#renderer/features/billing/subscribe-page.tsx"),
  subscriptionSuccess: () => import("#renderer/features/billing/subscription-success-page.tsx"),
  membership: () => import("#renderer/features/billing/membership-page.tsx"),
  review: () => import("./pages/entry/review-page.tsx"),
  reviewEntry: () => import("./pages/entry/review-page.tsx"),
  studio: () => import("#renderer/features/studio/list/studio-page.tsx"),
  studioNew: () => import("#renderer/features/studio/new-entry-page.tsx"),
  studioEntry: () => import("./pages/studio/studio-entry-page.tsx"),
  secretPreview: () => import("./pages/studio/secret-preview-page.tsx"),
  notFound: () => import("./pages/not-found-page.tsx"),
} satisfies Record<PageId, () => Promise<PageModule>>;

const cache = new Map<PageId, LazyComponent<object>>();

/** Returns a page, which loads together with its texts and shows a skeleton until then. */
export function pageOf(id: PageId): LazyComponent<object> {
  const cached = cache.get(id);
  if (cached) return cached;
  const page = lazyChunk(async () => {
    const needsNoMore = id === "notFound" || isForVisitors(id);
    const [module] = await Promise.all([pages[id](), needsNoMore || loadMemberTexts()]);
    return module;
  }, PageSkeleton);
  cache.set(id, page);
  return page;
}
