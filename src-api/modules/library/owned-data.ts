import type { OwnedData } from "../../portal.ts";
import { findFeed } from "./feeds/feed-token-store.ts";
import { feedTokens } from "./feeds/schema.ts";
import { weeklyMails } from "./weekly-mail/schema.ts";
import { findWish } from "./weekly-mail/weekly-mail-store.ts";

/** What the library stores about users. */
export const libraryData: OwnedData = {
  columns: [
    { column: feedTokens.userId, onDelete: "cascade", onMerge: "delete" },
    { column: weeklyMails.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  /** Without the hash of the feed's token. */
  exportData: async (database, { id }) => ({
    ownFeed: await findFeed(database, id),
    weeklyMail: await findWish(database, id),
  }),
};
