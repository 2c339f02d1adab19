import type { ComponentProps, ComponentType, ReactNode } from "react";
import { lazyChunk } from "../load-chunk.ts";
import type { CoverArt } from "./cover-art.tsx";
import type { MotifArt } from "./motif-art.tsx";

/** Loads a picture lazily; renders nothing if its chunk fails, since pictures are decorative. */
const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  room: (props: Props) => ReactNode,
) =>
  lazyChunk(async () => {
    const nothing: ComponentType<Props> = () => null;
    return { default: await load().catch(() => nothing) };
  }, room);

/** A motif in a chunk of its own; its space is reserved while it loads. */
export const LateMotif = late<ComponentProps<typeof MotifArt>>(
  () => import("./motif-art.tsx").then((module) => module.MotifArt),
  ({ size = 64 }) => <svg width={size} height={size} aria-hidden="true" />,
);

/** A cover in a chunk of its own; its space is reserved while it loads. */
export const LateCover = late<ComponentProps<typeof CoverArt>>(
  () => import("./cover-art.tsx").then((module) => module.CoverArt),
  ({ ratio = "16 / 9" }) => {
    const [width, height] = ratio.split("/").map(Number);
    return <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />;
  },
);
