import { lazyChunk } from "../../../components/load-chunk.ts";
import { VideoSkeleton } from "./video-skeleton.tsx";

/** The view of a video, which other entries do not load. */
export const VideoView = lazyChunk(() => import("./video-view.tsx"), VideoSkeleton);
