import { type ComponentProps, type ComponentType, useRef } from "react";
import { isActiveMember } from "#shared/active-member.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { Markdown } from "#renderer/components/markdown.tsx";
import { useSession } from "#renderer/session/session-store.ts";
import {
  EntryArticle,
  EntrySkeleton,
  EntryTextSkeleton,
  type EntryView,
  Outline,
  Reading,
  useEntryStyles,
} from "#renderer/features/reading/index.ts";
import { ProtocolSkeleton } from "#renderer/features/training/index.ts";
import { RecipeSkeleton, StartCookingSkeleton } from "#renderer/features/cooking/index.ts";
import { VideoSkeleton } from "#renderer/features/video/index.ts";

// Following a protocol takes code that no other kind needs.
const ProtocolView = lazyChunk(async () => {
  const view = await import("#renderer/features/training/protocol/protocol-view.tsx");
  const { token, user } = useSession.getState();
  if (isActiveMember(token, user)) view.prefetchFollowed(); // nobody else follows any
  return view;
}, ProtocolSkeleton);

const RecipeView = lazyChunk(
  () => import("#renderer/features/cooking/recipe-view.tsx"),
  RecipeSkeleton,
);
const StartCooking = lazyChunk(
  () => import("#renderer/features/cooking/cook/start-cooking.tsx"),
  StartCookingSkeleton,
);
const VideoView = lazyChunk(() => import("#renderer/features/video/video-view.tsx"), VideoSkeleton);

const TextView: EntryView = ({ entry, setting }) => {
  const frame = useEntryStyles();
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className={frame.columns}>
      {setting === "library" && <Reading key={entry.language} entry={entry} text={text} />}
      <div ref={text} lang={entry.language} className={frame.column}>
        <Markdown>{entry.body}</Markdown>
      </div>
      <Outline entry={entry} />
    </div>
  );
};

/** The view of each kind with its placeholder; `cover` is false where the view has its own picture. */
const views: Record<ContentKind, { View: EntryView; Loading: ComponentType; cover: boolean }> = {
  articles: { View: TextView, Loading: EntryTextSkeleton, cover: true },
  blog: { View: TextView, Loading: EntryTextSkeleton, cover: true },
  recipes: { View: RecipeView, Loading: RecipeSkeleton, cover: true },
  protocols: { View: ProtocolView, Loading: ProtocolSkeleton, cover: true },
  videos: { View: VideoView, Loading: VideoSkeleton, cover: false },
};

/** Fetches early the code of the kinds whose views are chunks of their own. */
export function prepareEntry(kind: ContentKind): void {
  // Reported where it is rendered.
  if (kind === "protocols") void ProtocolView.load().catch(() => {});
  if (kind === "recipes") {
    void StartCooking.load().catch(() => {});
    void RecipeView.load().catch(() => {});
  }
  if (kind === "videos") void VideoView.load().catch(() => {});
}

export function EntryPlaceholder({ kind }: { kind: ContentKind }) {
  const { Loading, cover } = views[kind];
  return (
    <EntrySkeleton cover={cover}>
      <Loading />
    </EntrySkeleton>
  );
}

/** An entry in the view of its kind; with others of its kind and judges' notes in the library. */
export function EntryContent({ entry, reload, setting }: ComponentProps<EntryView>) {
  const { View, cover } = views[entry.kind];
  // Nobody cooks what is still written or reviewed.
  const isCooked = entry.kind === "recipes" && setting !== "review" && setting !== "draft";
  return (
    <EntryArticle
      entry={entry}
      cover={cover}
      setting={setting}
      action={isCooked && <StartCooking entry={entry} setting={setting} />}
    >
      <View entry={entry} reload={reload} setting={setting} />
    </EntryArticle>
  );
}
