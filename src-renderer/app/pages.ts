import type { ComponentType } from "react";
import { isActiveMember } from "#shared/active-member.ts";
import { listAnnouncements } from "#shared/api/announcements.ts";
import { listPurchases } from "#shared/api/billing.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { listDogs } from "#shared/api/dogs.ts";
import { listDeliveries } from "#shared/api/deliveries.ts";
import { getMembership } from "#shared/api/membership.ts";
import { contentKinds, entryOfPath, kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import { findRoute, isKindShown, isPartOn } from "#shared/parts.ts";
import { isForVisitors, routes, type RouteId } from "#shared/routes.ts";
import { prefetch, prefetchPages } from "#renderer/api-client/prefetch.ts";
import { lazyChunk, type LazyComponent } from "#renderer/components/load-chunk.ts";
import { isReceiptAddress } from "#renderer/features/billing/index.ts";
import {
  besidesShowcase,
  dogPartOf,
  entryQuery,
  filterIn,
  moreQuery,
  shelfEntryQuery,
  shelfQuery,
  showcaseQuery,
  teaserPages,
} from "#renderer/features/reading/index.ts";
import { loadMemberTexts } from "#renderer/i18n/i18n.ts";
import { brand } from "#renderer/platform/brand.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { useSession } from "#renderer/session/session-store.ts";
import { redirectFor } from "./guards.tsx";
import { memberChrome } from "./layouts/layout.tsx";
import { PageSkeleton } from "./layouts/loading-screens.tsx";
import { adminSectionOf } from "./pages/dashboard/admin-section.ts";
import { dashboardTabOf } from "./pages/dashboard/dashboard-tab.ts";

/** The pages of the routes: their code, what they ask the API for first, and when both are fetched. */

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
  desktopApp: () => import("#renderer/features/desktop-app/desktop-app-page.tsx"),
  preview: () => import("./pages/entry/preview-page.tsx"),
  withdrawal: () => import("#renderer/features/billing/withdrawal-page.tsx"),
  logout: () => import("#renderer/features/sign-in/logout-page.tsx"),
  forgotPassword: () => import("#renderer/features/sign-in/forgot-password-page.tsx"),
  resetPassword: () => import("#renderer/features/sign-in/reset-password-page.tsx"),
  undoEmailChange: () => import("#renderer/features/sign-in/undo-email-change-page.tsx"),
  invitation: () => import("#renderer/features/sign-in/invitation-page.tsx"),
  secureAccount: () => import("#renderer/features/sign-in/secure-account-page.tsx"),
  setUp: () => import("./pages/set-up-page.tsx"),
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

type Address = Pick<URL, "pathname" | "search" | "hash">;

/** Members may narrow a list by their dogs. Whether the user of a token is one is not known at first. */
function prefetchDogs(kind: ContentKind): Promise<void> | null {
  const { status, token, user } = useSession.getState();
  const mayBeMember = status === "starting" ? token !== null : isActiveMember(token, user);
  return mayBeMember && isPartOn(brand, dogPartOf(kind)) ? prefetch(listDogs, {}) : null;
}

const prefetchList =
  (kind: ContentKind) =>
  ({ search }: Address) => {
    const params = new URLSearchParams(search);
    return [
      prefetchDogs(kind),
      // What a list for a dog has depends on the dog.
      params.has("dog") ? null : prefetchPages(...teaserPages(kind, filterIn(params))),
    ];
  };

const prefetchEntry = ({ pathname }: Address) => {
  const entry = entryOfPath(pathname);
  if (!entry) return [];
  return [
    prefetch(...entryQuery(entry.kind, entry.slug)),
    prefetch(...shelfEntryQuery(entry.kind, entry.slug)),
    prefetch(...moreQuery(entry.kind)),
  ];
};

/** The other tabs, and the sections for admins, show none of it. */
const prefetchDashboard = (address: Address) =>
  dashboardTabOf(address) !== "home" || adminSectionOf(address)
    ? []
    : [
        prefetch(getMembership, {}),
        prefetch(...showcaseQuery),
        isKindShown(brand, "blog") ? prefetch(...besidesShowcase.blog) : null,
        prefetch(...shelfQuery),
        prefetch(listAnnouncements, {}),
      ];

/** What /membership and /subscription begin with. */
const membershipAnswers = () => [
  prefetch(getMembership, {}),
  prefetch(listPurchases, {}),
  prefetch(listDeliveries, {}),
];

/** Asks for what a page begins with. Missing ones begin with nothing or a form; the search with an empty field. */
const prefetchQueries: Partial<Record<RouteId, (address: Address) => (Promise<void> | null)[]>> = {
  ...Object.fromEntries(
    contentKinds.flatMap((kind) => [
      [kindFacts[kind].list, prefetchList(kind)],
      [kindFacts[kind].entry, prefetchEntry],
    ]),
  ),
  dashboard: prefetchDashboard,
  membership: ({ search }) =>
    isReceiptAddress(new URLSearchParams(search)) ? [] : membershipAnswers(),
  subscription: () => membershipAnswers(),
  memberships: () => [prefetch(getCatalogue, {})],
  announcements: () => [prefetch(listAnnouncements, {})],
};

/** Time for which the page before stays for the answers of the next one, whose code is there. */
const answersTimeoutMs = 500;

const isStopped = (address: Address): boolean => {
  const id = findRoute(brand, address);
  return id !== null && redirectFor(routes[id].access, useSession.getState()) !== null;
};

/**
 * Fetches the code of the page of an address, and what it begins with. Resolves, also after a failure, which the page shows,
 * once it can be shown without a placeholder, or its answers take too long. Returns null if it can be shown at once: all of it
 * is there, or a guard leads on from it, or away from the page on screen.
 */
export function preparePage(address: Address, onScreen: Address): Promise<unknown> | null {
  if (isStopped(address) || isStopped(onScreen)) return null;
  const id = findRoute(brand, address);
  const page = pageOf(id ?? "notFound");
  const answers = ((id !== null && prefetchQueries[id]?.(address)) || []).filter(
    (answer) => answer !== null,
  );
  if (page.isSettled() && answers.length === 0) return null;
  const tooLate = new Promise((resolve) => setTimeout(resolve, answersTimeoutMs));
  return Promise.allSettled([page.load(), Promise.race([Promise.all(answers), tooLate])]);
}

/** Time for which the first rendering waits for its page: a placeholder before it would be a rendering more. */
const firstPageTimeoutMs = 100;

/**
 * Starts to load the page of the address; on a device with a token also its data and the member area's
 * menus, while the API is asked whom it belongs to: most likely a member. Resolves when a visitor's page
 * is there, or has taken too long. Call once, after `startSession`.
 */
export async function prepareFirstPage(): Promise<void> {
  const id = findRoute(brand, window.location);
  const loaded = pageOf(id ?? "notFound").load();
  if (platform.read("token") === null) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, firstPageTimeoutMs));
    // The page itself shows what a failure means.
    await Promise.race([loaded.catch(() => {}), tooLong]);
    return;
  }
  void memberChrome.load();
  // What fails here is tried again by the page, which shows why.
  if (id !== null) void prefetchQueries[id]?.(window.location);
}

/** Fetches the code of the page that a link leads to, when it is pointed at, focused or pressed. */
function prefetchLinkedPage({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin) return;
  const id = findRoute(brand, link);
  if (id === null || link.pathname === window.location.pathname) return;
  if (redirectFor(routes[id].access, useSession.getState()) === null) void pageOf(id).load();
}

/** Does so for every link that the user may follow. Returns the function that stops it. */
export function watchLinks(): () => void {
  const stop = new AbortController();
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, prefetchLinkedPage, { passive: true, signal: stop.signal });
  }
  return () => stop.abort();
}
