export { StorageUsage } from "./storage-usage.tsx";
export { DownloadVideo } from "./download-video.tsx";
export { OpenedEntries } from "./opened-entries.tsx";
export { useOfflineLibrary } from "./read-offline-library.ts";
export { useOfflineImages } from "./offline-images.ts";
export { useOfflineMedia } from "./offline-videos.ts";
