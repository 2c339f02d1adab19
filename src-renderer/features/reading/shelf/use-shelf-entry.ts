import type { ContentKind } from "#shared/content-kinds.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { shelfEntryQuery } from "../queries.ts";
import { stateAfter, useUnsentShelf, type Held } from "./follow/changes.ts";

/** Hook: whether an entry is saved, the place and the ticks in it: what the server has, and what it does not have yet. */
export function useShelfEntry(
  { kind, slug }: { kind: ContentKind; slug: string },
  { enabled = true }: { enabled?: boolean } = {},
) {
  const { data, refetch } = useApiQuery(...shelfEntryQuery(kind, slug), { enabled });
  const unsent = useUnsentShelf().filter(
    ({ change }) => change.kind === kind && change.slug === slug,
  );
  const start: Held | undefined = data;
  const held = unsent.reduce((state, { change }) => stateAfter(state ?? {}, change), start);
  return { data: held, refetch };
}
