import type { ComponentProps, ComponentType } from "react";
import { lazyChunk } from "../load-chunk.ts";
import type { EntryCover } from "./entry-cover.tsx";
import type { MotifArt } from "./motif-art.tsx";
import type { Portrait } from "./portrait.tsx";

/** Creates a picture whose code is a chunk of its own; nothing is shown if that does not load. */
const lazyPicture = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
) =>
  lazyChunk(async () => {
    const nothing: ComponentType<Props> = () => null;
    return { default: await load().catch(() => nothing) };
  }, Placeholder);

/** A motif; an empty picture of its size is shown until it has loaded. */
export const LateMotif = lazyPicture<ComponentProps<typeof MotifArt>>(
  () => import("./motif-art.tsx").then((module) => module.MotifArt),
  ({ size = 64 }) => <svg width={size} height={size} aria-hidden="true" />,
);

/** An empty picture of the shape of a cover. */
function EmptyCover({ ratio = "16 / 9" }: { ratio?: string }) {
  const [width, height] = ratio.split("/").map(Number);
  return <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />;
}

/** The cover of an entry; an empty picture of its shape is shown until it has loaded. */
export const LateEntryCover = lazyPicture<ComponentProps<typeof EntryCover>>(
  () => import("./entry-cover.tsx").then((module) => module.EntryCover),
  EmptyCover,
);

/** A portrait; an empty square is shown until it has loaded. */
export const LatePortrait = lazyPicture<ComponentProps<typeof Portrait>>(
  () => import("./portrait.tsx").then((module) => module.Portrait),
  ({ size = "100%" }) => <svg viewBox="0 0 1 1" width={size} display="block" aria-hidden="true" />,
);
