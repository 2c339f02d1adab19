import { useParams } from "react-router-dom";
import type { ComponentType } from "react";
import { getContent, type ContentKind, type Entry } from "../../../src-shared/api/library.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { EntryArticle } from "./entry-article.tsx";
import { EntryFailure } from "./entry-failure.tsx";
import { EntrySkeleton } from "./entry-skeleton.tsx";

/**
 * What a kind makes of an entry, below its heading. `reload` asks for the entry anew and yields it,
 * or null when it cannot be had.
 */
export type EntryView = ComponentType<{ entry: Entry; reload: () => Promise<Entry | null> }>;

type EntryPageProps = {
  kind: ContentKind;
  view: EntryView;
  /** False where the view itself is what one looks at. */
  cover?: boolean;
};

/** One entry of the library, for active members (specification, section 2). */
export function EntryPage({ kind, view: View, cover = true }: EntryPageProps) {
  const { id = "" } = useParams();
  const query = useApiQuery(getContent, { params: { kind, slug: id } });
  const reload = async () => (await query.refetch()).data ?? null;
  if (query.data) {
    return (
      <EntryArticle entry={query.data} cover={cover}>
        <View entry={query.data} reload={reload} />
      </EntryArticle>
    );
  }
  if (query.isError) {
    const retry = () => void query.refetch();
    return <EntryFailure kind={kind} failure={query.error.failure} onRetry={retry} />;
  }
  return <EntrySkeleton cover={cover} />;
}
