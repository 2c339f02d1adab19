import type { Brand } from "./brand.ts";
import { contentKinds, kindFacts, type ContentKind } from "./content-kinds.ts";
import type { Language } from "./languages.ts";
import {
  dashboardTabs,
  matchRoute,
  partIds,
  routes,
  type DashboardTabId,
  type MenuTarget,
  type Part,
  type RouteId,
} from "./routes.ts";

type PartFacts = {
  /** Parts without which this one is off, too. */
  needs: readonly Part[];
  /** The kind of the entries that it is about: with it hidden, the part is off. */
  kind?: ContentKind;
};

/** The parts of a portal that its owner can switch off. By default all are on. */
export const partFacts: Record<Part, PartFacts> = {
  /** The members' dogs, and lists and plans for one of them. */
  dogs: { needs: [] },
  /** Height classes of dogs, and what differs by them. */
  heightClasses: { needs: ["dogs"] },
  /** Shows that members prepare for, each with a dog or for a height class. */
  showDay: { needs: ["heightClasses"] },
  /** Protocols followed, with today's session, the diary and the calendar. */
  training: { needs: [], kind: "protocols" },
  /** Notes of judges on entries. */
  judgesNotes: { needs: [] },
  /** Forms for visitors who want news by e-mail. Who subscribed before stays on the list. */
  readersList: { needs: [] },
  /** The mail to whoever did not finish an order. */
  orderReminder: { needs: [] },
  /** Amounts of recipes for a dog. */
  portionsByDog: { needs: ["dogs"], kind: "recipes" },
};

/** What a brand says about parts and kinds, and where it has the desktop app. */
export type PartSettings = Pick<Brand, "partsOff" | "kinds" | "downloads">;

export const isKindShown = ({ kinds }: PartSettings, kind: ContentKind): boolean =>
  kinds?.[kind]?.hidden !== true;

/** Returns the kinds that are not hidden, in order. */
export const shownKinds = (settings: PartSettings): ContentKind[] =>
  contentKinds.filter((kind) => isKindShown(settings, kind));

/** Whether a part is on, with all that it needs. */
export function isPartOn(settings: PartSettings, part: Part): boolean {
  const { needs, kind } = partFacts[part];
  return (
    !settings.partsOff?.includes(part) &&
    (kind === undefined || isKindShown(settings, kind)) &&
    needs.every((needed) => isPartOn(settings, needed))
  );
}

const kindOfRoute = (id: string) =>
  contentKinds.find((kind) => kindFacts[kind].list === id || kindFacts[kind].entry === id);

/** Whether the pages of a route exist. */
export function isRouteOn(settings: PartSettings, id: RouteId): boolean {
  if (id === "desktopApp") return Object.keys(settings.downloads ?? {}).length > 0;
  const { part } = routes[id] as { part?: Part }; // few routes have one
  const kind = kindOfRoute(id);
  return (
    (part === undefined || isPartOn(settings, part)) &&
    (kind === undefined || isKindShown(settings, kind))
  );
}

/** Whether what a menu leads to exists: a page, or a tab of the dashboard. */
export function isTargetOn(settings: PartSettings, target: MenuTarget): boolean {
  if (!(target in dashboardTabs)) return isRouteOn(settings, target as RouteId); // the only other targets
  const part = partIds.find((it) => it === target); // tabs are called after the part that they show
  return part === undefined || isPartOn(settings, part);
}

/** Returns the route of an address as `matchRoute` does; null also for pages and tabs of what is off or hidden. */
export function findRoute(
  settings: PartSettings,
  { pathname, search }: { pathname: string; search: string },
): RouteId | null {
  const id = matchRoute(pathname);
  if (id === null || !isRouteOn(settings, id)) return null;
  const tab = /[?&]tab=(\w+)/.exec(search)?.[1] ?? "";
  if (id === "dashboard" && tab in dashboardTabs) {
    return isTargetOn(settings, tab as DashboardTabId) ? id : null; // `in` does not narrow texts
  }
  // Pages about one entry, or with a form for a new one, name its kind in the address.
  const place = routes[id].path.split("/").indexOf(":kind");
  const kind = contentKinds.find((it) => it === pathname.split("/")[place]);
  return kind === undefined || isKindShown(settings, kind) ? id : null;
}

/** Returns the owner's name for the kind that a page is about; undefined where there is none. */
export function ownNameOf(
  { kinds }: PartSettings,
  id: string,
  language: Language,
): string | undefined {
  const kind = kindOfRoute(id);
  return kind && kinds?.[kind]?.name?.[language];
}
