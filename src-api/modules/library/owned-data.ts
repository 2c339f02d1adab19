import type { OwnedData } from "#api/portal.ts";
import {
  feedTokens,
  judgeNotes,
  readyMarks,
  secretPreviews,
  studioDrafts,
  studioRevisions,
  weeklyMails,
} from "./schema.ts";
import { findFeed } from "./feeds/own-feed.ts";
import { findNotesOf, mergeNotes } from "./judge-notes.ts";
import { findMarksOf } from "./review.ts";
import { findSubscription } from "./weekly-mail/weekly-mail.ts";

export const libraryData: OwnedData = {
  columns: [
    { column: feedTokens.userId, onDelete: "cascade", onMerge: "delete", isSecretAddress: "own" },
    { column: weeklyMails.userId, onDelete: "cascade", onMerge: "delete" },
    { column: readyMarks.userId, onDelete: "set null", onMerge: "move" },
    { column: studioDrafts.editedBy, onDelete: "set null", onMerge: "move" },
    {
      column: secretPreviews.madeBy,
      onDelete: "cascade",
      onMerge: "delete",
      isSecretAddress: "of-admin",
    },
    { column: studioRevisions.userId, onDelete: "set null", onMerge: "move" },
    // Moved by `mergeData`, since both accounts may have a note on the same entry.
    { column: judgeNotes.userId, onDelete: "cascade", onMerge: "delete" },
  ],
  exportedParts: { judgeNotes: "judgesNotes" },
  /** Without the hash of the feed's token. */
  exportData: async (database, { id }) => ({
    ownFeed: await findFeed(database, id),
    weeklyMail: await findSubscription(database, id),
    readyMarks: await findMarksOf(database, id),
    judgeNotes: await findNotesOf(database, id),
  }),
  mergeData: mergeNotes,
};
