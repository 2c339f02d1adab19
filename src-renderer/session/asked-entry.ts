import { getTeaser, type Teaser } from "#shared/api/library.ts";
import { entryOfPath, type ContentKind } from "#shared/content-kinds.ts";
import { useApiQuery } from "../api-client/query.ts";
import { rememberedPlace } from "./remembered-place.ts";

export type AskedEntry = {
  kind: ContentKind;
  /** Undefined while it loads, null if there is no such entry or it cannot be loaded. */
  teaser: Teaser | undefined | null;
};

/**
 * Returns the entry that the user asked for before a guard led here, or null if the remembered place
 * is no entry. Fails silently: the page works without it.
 */
export function useAskedEntry(): AskedEntry | null {
  const place = rememberedPlace.read();
  const entry = place === null ? null : entryOfPath(place);
  const { data, isError } = useApiQuery(
    getTeaser,
    { params: entry ?? { kind: "articles", slug: "" }, silent: true },
    { enabled: entry !== null },
  );
  return entry && { kind: entry.kind, teaser: isError ? null : data };
}
