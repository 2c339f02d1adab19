export { DeviceRoom } from "./device-room.tsx";
export { DownloadVideo } from "./download-video.tsx";
export { hasOfflineContent, readEntry } from "./offline-entries.ts";
export { MissingOffline, OfflineNote } from "./offline-note.tsx";
export { OfflineCardsInPlace, OfflinePage } from "./offline-page.tsx";
export { offlineShows, offlineTraining } from "./offline-answers.ts";
export {
  offlineShowKind,
  useOfflineRead,
  useOfflineLibrary,
  withoutStill,
} from "./read-offline-library.ts";
export { updateOfflineLibrary } from "./update-offline-library.ts";
export { useOfflineImages } from "./offline-images.ts";
export { useOfflineMedia } from "./use-offline-media.ts";
