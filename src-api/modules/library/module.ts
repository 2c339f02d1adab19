import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import type { PortalModule } from "#api/portal.ts";
import authorRoutes from "./authors.ts";
import entryRoutes from "./entries/entry-routes.ts";
import relatedRoutes from "./related.ts";
import { judgeNoteRoutes, moderationRoutes, moveNotes } from "./judge-notes.ts";
import mediaRoutes from "./media/media-routes.ts";
import { handleUnusedMedia } from "./media/unused-media.ts";
import ownFeedRoutes from "./feeds/own-feed.ts";
import { libraryData } from "./owned-data.ts";
import reviewRoutes from "./review.ts";
import searchRoutes from "./search/search.ts";
import { librarySyncs } from "./library-sync.ts";
import { handleWeeklyMails } from "./weekly-mail/weekly-mail.ts";
import editRoutes from "./studio/edit-routes.ts";
import entryActRoutes, { handlePurge } from "./studio/entry-acts.ts";
import listRoutes from "./studio/list.ts";
import previewRoutes from "./studio/preview-routes.ts";
import publishRoutes from "./studio/publish.ts";
import tagAndAuthorRoutes from "./studio/tags-and-authors.ts";
import videoRoutes from "./studio/videos.ts";
import weeklyMailRoutes from "./weekly-mail/weekly-mail-routes.ts";

export { findRedirectedSlug } from "./entries/entry-store.ts";
export { listShowItems } from "./entries/show-items-store.ts";
export { countNewEntries } from "./entries/entry-store.ts";
export { chooseStandIns } from "./entries/stored-entries.ts";
export { findProtocols, type Protocol } from "./entries/entry-store.ts";
export { contentEntries, weeklyMails } from "./schema.ts";
export { publicAuthor } from "./authors.ts";
export { publicPreview } from "./entries/preview.ts";
export { listPublicItems, type PublicItems } from "./entries/public-teasers.ts";
export {
  newestTeasers,
  publicTeaser,
  teasersOf,
  type FeedTeaser,
} from "./entries/public-teasers.ts";
export { feedHead, teaserItem, type Feed, type FeedSite } from "./feeds/feed.ts";
export { mailedEntry } from "./mailed-entry.ts";
export { isReader, unsubscribeLine } from "./weekly-mail/weekly-mail.ts";
export { readPicture } from "./studio/pictures.ts";
export { atomFeed, jsonFeed } from "./feeds/feed-formats.ts";

/** Library: entries of all kinds, the public showcase, search, review, judges' notes, feeds, the weekly mail, media. */
export const library = {
  name: "library",
  ownedData: libraryData,
  routes: async (app, { modules }) => {
    await app.register(entryRoutes);
    await app.register(relatedRoutes);
    await app.register(authorRoutes);
    await app.register(searchRoutes);
    await app.register(reviewRoutes);
    await app.register(judgeNoteRoutes);
    await app.register(moderationRoutes);
    await app.register(ownFeedRoutes);
    await app.register(weeklyMailRoutes);
    await app.register(listRoutes);
    await app.register(editRoutes);
    await app.register(publishRoutes, { modules });
    await app.register(entryActRoutes, { modules });
    await app.register(videoRoutes);
    await app.register(previewRoutes);
    await app.register(tagAndAuthorRoutes);
    await app.register(mediaRoutes, { contentFolder: contentFolderOf(app.portal.config) });
  },
  jobs: (portal) => {
    handleWeeklyMails(portal);
    handleUnusedMedia(portal);
    handlePurge(portal);
  },
  contentSyncs: librarySyncs,
  entryMoved: moveNotes,
} satisfies PortalModule;
