import { useContext, useRef, type ComponentType } from "react";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { Markdown } from "../../../components/markdown.tsx";
import { loadNamespaces } from "../../../i18n/i18n.ts";
import { type EntryView, KeptContext } from "../kinds.ts";
import { ProtocolSkeleton } from "../protocol/protocol-skeleton.tsx";
import { RecipeView } from "../recipe/lazy-recipe-view.ts";
import { RecipeSkeleton } from "../recipe/recipe-skeleton.tsx";
import { Reading } from "../shelf/reading.tsx";
import { VideoView } from "../video/lazy-video-view.ts";
import { VideoSkeleton } from "../video/video-skeleton.tsx";
import { EntryTextSkeleton, useEntryStyles } from "./entry-frame.tsx";
import { Outline } from "./outline.tsx";

// Following a protocol takes code and texts that no other kind needs.
const ProtocolView = lazyChunk(async () => {
  const [view] = await Promise.all([
    import("../protocol/protocol-view.tsx"),
    loadNamespaces(["training"]),
  ]);
  view.askForFollowed();
  return view;
}, ProtocolSkeleton);

const TextView: EntryView = ({ entry }) => {
  const frame = useEntryStyles();
  const text = useRef<HTMLDivElement>(null);
  const isKept = useContext(KeptContext);
  return (
    <div className={frame.columns}>
      {!isKept && <Reading key={entry.language} entry={entry} text={text} />}
      <div ref={text} lang={entry.language} className={frame.column}>
        <Markdown>{entry.body}</Markdown>
      </div>
      <Outline entry={entry} />
    </div>
  );
};

/** The view of each kind with its placeholder; `cover` is false where the view has its own picture. */
export const views: Record<
  ContentKind,
  { View: EntryView; Loading: ComponentType; cover: boolean }
> = {
  articles: { View: TextView, Loading: EntryTextSkeleton, cover: true },
  blog: { View: TextView, Loading: EntryTextSkeleton, cover: true },
  recipes: { View: RecipeView, Loading: RecipeSkeleton, cover: true },
  protocols: { View: ProtocolView, Loading: ProtocolSkeleton, cover: true },
  videos: { View: VideoView, Loading: VideoSkeleton, cover: false },
};

/** Fetches the view of a kind that others do not load, in advance; a failure is reported where it is rendered. */
export function prepareView(kind: ContentKind): void {
  if (kind === "protocols") void ProtocolView.load().catch(() => {});
  if (kind === "videos") void VideoView.load().catch(() => {});
}
