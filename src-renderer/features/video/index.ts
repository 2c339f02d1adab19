export { VideoSkeleton } from "./video-skeleton.tsx";
