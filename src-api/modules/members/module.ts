import type { PortalModule } from "#api/portal.ts";
import { actRoutes } from "./acts.ts";
import { memberRoutes, noteRoutes } from "./members.ts";
import { findNotesAbout } from "./note-store.ts";
import { memberActs, memberNotes } from "./schema.ts";

/** What admins do for members: search, help, and take back. Users, memberships and messages belong to their own modules. */
export const members = {
  name: "members",
  routes: async (app) => {
    await app.register(memberRoutes);
    await app.register(actRoutes);
    await app.register(noteRoutes);
  },
  ownedData: {
    columns: [
      { column: memberNotes.userId, onDelete: "cascade", onMerge: "move" },
      { column: memberNotes.authorId, onDelete: "set null", onMerge: "move" },
      { column: memberActs.userId, onDelete: "cascade", onMerge: "delete" },
      { column: memberActs.undoneBy, onDelete: "set null", onMerge: "move" },
    ],
    exportData: async (database, { id }) => ({ notesAbout: await findNotesAbout(database, id) }),
  },
} satisfies PortalModule;
