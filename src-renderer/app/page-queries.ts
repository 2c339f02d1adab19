import { listAnnouncements } from "#shared/api/announcements.ts";
import { listPurchases } from "#shared/api/billing.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { listDeliveries } from "#shared/api/deliveries.ts";
import { getMembership } from "#shared/api/membership.ts";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { contentKinds, kindFacts, type ContentKind } from "#shared/content-kinds.ts";
import type { RouteId } from "#shared/routes.ts";
import type { CallInput } from "#renderer/api-client/client.ts";
import { prefetch, prefetchPages } from "#renderer/api-client/prefetch.ts";
import { isReceiptAddress } from "#renderer/features/billing/index.ts";
import {
  besidesShowcase,
  entryQuery,
  filterIn,
  moreQuery,
  shelfEntryQuery,
  shelfQuery,
  showcaseQuery,
  teaserPages,
} from "#renderer/features/reading/index.ts";

/** What the queries of a page depend on: the last part of its path, and its query. */
type Address = { last: string; search: URLSearchParams };

const ask = <const E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  void prefetch(endpoint, input);

const prefetchList = (kind: ContentKind) => (address: Address) => {
  // What a list for a dog has depends on the dog.
  if (address.search.has("dog")) return;
  void prefetchPages(...teaserPages(kind, filterIn(address.search)));
};

const prefetchEntry = (kind: ContentKind) => (address: Address) => {
  ask(...entryQuery(kind, address.last));
  ask(...shelfEntryQuery(kind, address.last));
  ask(...moreQuery(kind));
};

/** What a page begins with. Missing ones begin with nothing or a form; the search with an empty field. */
const pageQueries: Partial<Record<RouteId, (address: Address) => void>> = {
  ...Object.fromEntries(
    contentKinds.flatMap((kind) => [
      [kindFacts[kind].list, prefetchList(kind)],
      [kindFacts[kind].entry, prefetchEntry(kind)],
    ]),
  ),
  dashboard: () => {
    ask(getMembership, {});
    ask(listAnnouncements, {});
    ask(...showcaseQuery);
    ask(...besidesShowcase.blog);
    ask(...shelfQuery);
  },
  membership: ({ search }) => {
    if (isReceiptAddress(search)) return;
    ask(getMembership, {});
    ask(listPurchases, {});
    ask(listDeliveries, {});
  },
  subscription: () => ask(getMembership, {}),
  memberships: () => ask(getCatalogue, {}),
  announcements: () => ask(listAnnouncements, {}),
};

/** Asks in advance for what the page of an address begins with. */
export function prefetchPage(id: RouteId, { pathname, search }: Pick<URL, "pathname" | "search">) {
  const last = decodeURIComponent(pathname.replace(/\/$/, "").split("/").at(-1) ?? "");
  pageQueries[id]?.({ last, search: new URLSearchParams(search) });
}
