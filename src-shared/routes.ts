import { periods } from "./api/cart.ts";

/** The list of routes (specification, section 2), from which all else derives. */

/** Required access of a route: none, a visitor without a user, any user, an active member, a reviewer or admin, an admin. */
export type RouteAccess = "anyone" | "guest" | "user" | "member" | "reviewer" | "admin";

/** Ids of the parts of a portal that its owner can switch off; `parts.ts` says what each needs. */
export const partIds = [
  "dogs",
  "heightClasses",
  "showDay",
  "portionsByDog",
  "training",
  "judgesNotes",
  "readersList",
  "orderReminder",
] as const;

export type Part = (typeof partIds)[number];

type RouteEntry = {
  path: string;
  access: RouteAccess;
  /** Key of the page title in the locale namespace `titles`. */
  title: string;
  /** Allowed values of the parameter; any if missing. */
  values?: readonly string[];
  /** Public pages are indexed, listed in the sitemap and have link previews. */
  publicHtml?: boolean;
  /** Public pages of which there is one for each entry or author; indexed and listed like those. */
  publicItem?: boolean;
  /** Rendered on the server like public pages, but not indexed: forms that are there before the app's code. */
  servedForm?: boolean;
  /** The part that the page belongs to: with it off, there is nothing at the address. */
  part?: Part;
};

type Extra = Pick<RouteEntry, "publicHtml" | "publicItem" | "servedForm" | "values" | "part">;

const page = <
  const Path extends string,
  const Title extends string,
  const Also extends Extra = Extra,
>(
  path: Path,
  access: RouteAccess,
  title: Title,
  // {} has none of the optional fields, as `Also` says where it is left out
  extra: Also = {} as Also,
) => ({ path, access, title, ...extra }) as const satisfies RouteEntry;

const indexed = { publicHtml: true } as const;
const ofItem = { publicItem: true } as const;
const form = { servedForm: true } as const;

export const routes = {
  home: page("/", "anyone", "home", indexed),
  articles: page("/articles", "anyone", "articles", indexed),
  about: page("/about", "anyone", "about", indexed),
  memberships: page("/memberships", "anyone", "memberships", indexed),
  contact: page("/contact", "anyone", "contact", indexed),
  terms: page("/terms-and-conditions", "anyone", "terms", indexed),
  privacy: page("/privacy-policy", "anyone", "privacy", indexed),
  regulations: page("/regulations", "anyone", "regulations", indexed),
  search: page("/search", "anyone", "search"),
  announcements: page("/announcements", "anyone", "announcements", indexed),
  withdrawal: page("/withdrawal", "anyone", "withdrawal", indexed),
  logout: page("/logout", "anyone", "logout"),
  author: page("/authors/:slug", "anyone", "author", ofItem),
  preview: page("/preview/:kind/:slug", "anyone", "preview", ofItem),
  saved: page("/saved", "anyone", "saved"),
  // Absent unless the settings name a download (`parts.ts`).
  desktopApp: page("/desktop-app", "anyone", "desktopApp"),
  secretPreview: page("/secret-preview/:token", "anyone", "secretPreview"),
  forgotPassword: page("/forgot-password", "anyone", "forgotPassword"),
  resetPassword: page("/reset-password/:token", "anyone", "resetPassword"),
  undoEmailChange: page("/undo-email-change/:token", "anyone", "undoEmailChange"),
  secureAccount: page("/secure-account/:token", "anyone", "secureAccount"),
  invitation: page("/invitation/:token", "anyone", "invitation"),
  setUp: page("/set-up/:token", "anyone", "setUp"),
  registrationPayment: page("/registration-payment", "anyone", "registrationPayment"),
  checkout: page("/checkout", "anyone", "checkout"),
  subMissing: page("/sub-missing", "anyone", "subMissing"),

  login: page("/login", "guest", "login", form),
  register: page("/register", "guest", "register", form),

  article: page("/articles/:id", "member", "article"),
  blog: page("/blog", "member", "blog"),
  blogPost: page("/blog/:id", "member", "blogPost"),
  recipes: page("/recipes", "member", "recipes"),
  recipe: page("/recipes/:id", "member", "recipe"),
  subscription: page("/subscription", "member", "subscription"),
  protocols: page("/protocols", "member", "protocols"),
  protocol: page("/protocols/:id", "member", "protocol"),
  videos: page("/videos", "member", "videos"),
  video: page("/videos/:id", "member", "video"),
  showDay: page("/show-day", "member", "showDay", { part: "showDay" }),

  dashboard: page("/dashboard", "user", "dashboard"),
  subscribe: page("/subscribe/:subType", "user", "subscribe", {
    values: periods,
  }),
  subscriptionSuccess: page("/cart/subscription/success", "user", "subscriptionSuccess"),
  membership: page("/membership", "user", "membership"),

  review: page("/review", "reviewer", "review"),
  reviewEntry: page("/review/:kind/:id", "reviewer", "reviewEntry"),

  studio: page("/studio", "admin", "studio"),
  studioNew: page("/studio/new/:kind", "admin", "studioNew", {
    values: ["articles", "blog", "recipes", "protocols", "videos"],
  }),
  studioEntry: page("/studio/:kind/:slug", "admin", "studioEntry"),
} as const satisfies Record<string, RouteEntry>;

export type RouteId = keyof typeof routes;

export const routeIds = Object.keys(routes) as RouteId[]; // Object.keys loses the key type

/** Whether a page comes with its content from the server. */
export const isServed = (id: RouteId): boolean =>
  "publicHtml" in routes[id] || "publicItem" in routes[id] || "servedForm" in routes[id];

/** Whether a page shows only texts of visitors, even to members: public pages, and the forms for guests. */
export const isForVisitors = (id: RouteId): boolean =>
  "publicHtml" in routes[id] || "publicItem" in routes[id] || routes[id].access === "guest";

type RouteParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & RouteParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown;

/** Returns the address of a route: `routePath("article", { id: "weave-entries" })`. */
export function routePath<Id extends RouteId>(
  id: Id,
  ...[params]: unknown extends RouteParams<(typeof routes)[Id]["path"]>
    ? []
    : [RouteParams<(typeof routes)[Id]["path"]>]
): string {
  const values: Record<string, string> = params ?? {};
  return routes[id].path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
}

/** Returns an address of a route, with an allowed value where the route restricts it. */
export const exampleAddress = (id: RouteId, value: string): string => {
  const { path, values }: RouteEntry = routes[id];
  return path.replace(/:\w+/g, values?.[0] ?? value);
};

/** Decodes a URL-encoded text; returns null for an invalid percent-encoding. */
const decoded = (text: string): string | null => {
  try {
    // The result must be used: otherwise the bundler removes the call, which is only made because
    // it may throw.
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Returns whether a URL-encoded value is allowed as the parameter of a route. */
const isAllowed = (id: RouteId, value = ""): boolean => {
  const { values }: RouteEntry = routes[id];
  return values ? values.includes(value) : value !== "" && decoded(value) !== null;
};

/**
 * Returns the route of a path (URL-encoded, without query), or null. Used by the app and the
 * server: letter case matters, a trailing slash is ignored, a path with a double slash or an
 * invalid percent-encoding is not a route.
 */
export function matchRoute(pathname: string): RouteId | null {
  const wanted = pathname.replace(/(?<=[^/])\/$/, "").split("/");
  const matches = (id: RouteId) => {
    const parts = routes[id].path.split("/");
    return (
      parts.length === wanted.length &&
      parts.every((part, i) =>
        part.startsWith(":") ? isAllowed(id, wanted[i]) : part === wanted[i],
      )
    );
  };
  return routeIds.find(matches) ?? null;
}

/** Addresses of the tabs of the dashboard after its first. */
export const dashboardTabs = {
  training: `${routes.dashboard.path}?tab=training`,
  dogs: `${routes.dashboard.path}?tab=dogs`,
  account: `${routes.dashboard.path}?tab=account`,
} as const;

export type DashboardTabId = keyof typeof dashboardTabs;

export const diaryPath = dashboardTabs.training;
export const dogsPath = dashboardTabs.dogs;
export const accountPath = dashboardTabs.account;

/** What menus lead to: a page, or a tab of the dashboard. */
export type MenuTarget = RouteId | DashboardTabId;

/** Menus and their entries, in order (specification, section 2). */
export const menus = {
  public: ["home", "about", "contact", "memberships", "login", "register", "logout"],
  memberSide: ["articles", "recipes", "videos", "protocols", "blog", "membership", "logout"],
  // Below the specified entries: what is the member's own. The page of the dogs leads to show day.
  memberOwn: ["dashboard", "training", "saved", "dogs", "account"],
  memberTop: ["about"],
  memberMore: ["contact", "terms", "privacy"],
  memberMobile: ["about", "regulations", "announcements", "contact", "terms", "privacy"],
  // The specified links of the footer, in groups.
  footerPortal: ["about", "privacy", "terms"],
  footerMembership: ["memberships", "login", "register"],
  footerContact: ["contact"],
  // Beside the specified menus, so that everybody reaches these pages.
  news: ["announcements", "regulations", "desktopApp"],
  // For reviewers and admins, and for admins only.
  review: ["review", "studio"],
  // The law demands that a contract can be withdrawn from without a login.
  footerNews: ["announcements", "regulations", "withdrawal", "desktopApp"],
} as const satisfies Record<string, readonly MenuTarget[]>;

export type MenuId = keyof typeof menus;

/**
 * Tabs of the member area on small screens: the places at which each is marked, its own first. They are entries of `memberOwn`, whose
 * other entries are in the drawer, and one for what the specified menu leads to.
 */
export const memberTabs = {
  dashboard: ["dashboard", "home"],
  read: ["articles", "article", "recipes", "recipe", "videos", "video", "blog", "blogPost"],
  training: ["training", "protocols", "protocol"],
  saved: ["saved"],
  account: ["account", "membership", "subscription"],
} as const satisfies Record<string, readonly MenuTarget[]>;

export type MemberTab = keyof typeof memberTabs;
