export { EntryArticle, EntryHeader, MoreLikeThis } from "./entry/entry-article.tsx";
export { EntrySkeleton, EntryTextSkeleton, useEntryStyles } from "./entry/entry-frame.tsx";
export { FactList } from "./entry/fact-list.tsx";
export { Outline } from "./entry/outline.tsx";
export { usePrintPaper } from "./entry/print.tsx";
export {
  entryPath,
  type EntrySetting,
  type EntryView,
  kindOfPath,
  listPath,
  useEntryLink,
  useListLink,
} from "./kinds.ts";
export { FilterChip } from "./list/filter-chip.tsx";
export { filterIn, minToFilter } from "./list/list-filter.ts";
export {
  type RequestedEntry,
  LockedEntryHead,
  LockedEntrySummary,
  LockedList,
  useRequestedEntry,
  useRequestedList,
} from "./locked-entry.tsx";
export {
  besidesShowcase,
  dogPartOf,
  entryQuery,
  moreQuery,
  shelfEntryQuery,
  shelfQuery,
  showcaseQuery,
  teaserPages,
} from "./queries.ts";
export { ReviewList } from "./review/review-list.tsx";
export { StateStrip } from "./review/state-strip.tsx";
export { SavedList } from "./saved/saved-list.tsx";
export { changeItem, changeItems, sendPositions } from "./shelf/follow/changes.ts";
export { Reading } from "./shelf/follow/reading-follower.tsx";
export { useShelfEntry } from "./shelf/follow/changes.ts";
export { useWatching } from "./shelf/use-watching.ts";
export { NewestEntry, NewestRows, NewestSkeleton, NewestTeasers } from "./teaser/newest.tsx";
export { TeaserCard } from "./teaser/teaser-card.tsx";
export { useGridStyles } from "./teaser/teaser-layout.ts";
export { TeaserSkeleton } from "./teaser/teaser-skeleton.tsx";
export { useCoverVariants } from "./teaser/use-cover-variants.ts";
