import type { ComponentType } from "react";
import { isForVisitors, type RouteId } from "#shared/routes.ts";
import { lazyChunk, type LazyComponent } from "../components/load-chunk.ts";
import { loadMemberTexts } from "../i18n/i18n.ts";
import { PageSkeleton } from "./layouts/loading-screens.tsx";

export type PageId = RouteId | "notFound";
type PageModule = { default: ComponentType };

/** The page of every route, each a chunk of its own. */
const pages = {
  home: () => import("./pages/home-page.tsx"),
  articles: () => import("../features/library/list/list-page.tsx"),
  about: () => import("../features/about/about-page.tsx"),
  memberships: () => import("../features/billing/memberships-page.tsx"),
  contact: () => import("../features/contact/contact-page.tsx"),
  terms: () => import("../features/legal/legal-page.tsx"),
  privacy: () => import("../features/legal/legal-page.tsx"),
  regulations: () => import("../features/legal/legal-page.tsx"),
  announcements: () => import("../features/announcements/announcements-page.tsx"),
  search: () => import("../features/library/search/search-page.tsx"),
  author: () => import("../features/library/author/author-page.tsx"),
  saved: () => import("../features/library/saved/saved-page.tsx"),
  savedEntry: () => import("../features/library/kept/kept-entry-page.tsx"),
  withdrawal: () => import("../features/billing/withdrawal-page.tsx"),
  logout: () => import("../features/sign-in/logout-page.tsx"),
  forgotPassword: () => import("../features/sign-in/forgot-password-page.tsx"),
  resetPassword: () => import("../features/sign-in/reset-password-page.tsx"),
  undoEmailChange: () => import("../features/sign-in/undo-email-change-page.tsx"),
  secureAccount: () => import("../features/sign-in/secure-account-page.tsx"),
  registrationPayment: () => import("../features/billing/registration-payment-page.tsx"),
  checkout: () => import("../features/billing/checkout-page.tsx"),
  subMissing: () => import("../features/billing/sub-missing-page.tsx"),
  login: () => import("../features/sign-in/login-page.tsx"),
  register: () => import("../features/sign-in/register-page.tsx"),
  article: () => import("../features/library/entry/entry-page.tsx"),
  blog: () => import("../features/library/list/list-page.tsx"),
  blogPost: () => import("../features/library/entry/entry-page.tsx"),
  recipes: () => import("../features/library/list/list-page.tsx"),
  recipe: () => import("../features/library/recipe/recipe-page.tsx"),
  subscription: () => import("../features/billing/subscription-page.tsx"),
  protocols: () => import("../features/library/list/list-page.tsx"),
  protocol: () => import("../features/library/entry/entry-page.tsx"),
  videos: () => import("../features/library/list/list-page.tsx"),
  video: () => import("../features/library/entry/entry-page.tsx"),
  showDay: () => import("../features/library/show-day/show-day-page.tsx"),
  dashboard: () => import("./pages/dashboard-page.tsx"),
  subscribe: () => import("../features/billing/subscribe-page.tsx"),
  subscriptionSuccess: () => import("../features/billing/subscription-success-page.tsx"),
  membership: () => import("../features/billing/membership-page.tsx"),
  review: () => import("../features/library/review/review-pages.tsx"),
  reviewEntry: () => import("../features/library/review/review-pages.tsx"),
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
