import type { PortalModule } from "#api/portal.ts";
import { actRoutes } from "./acts.ts";
import { memberRoutes, noteRoutes } from "./members.ts";
import { findNotesAbout } from "./note-store.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { importJob, importMembers } from "./import-members.ts";
import { memberImportRoutes } from "./member-imports.ts";
import { readKeyRoutes } from "./read-key.ts";
import { memberActs, memberImportLines, memberLabels, memberNotes } from "./schema.ts";

export { memberLabels } from "./schema.ts";

/** What admins do for members: search, help, and take back. Users, memberships and messages belong to their own modules. */
export const members = {
  name: "members",
  routes: async (app) => {
    await app.register(memberRoutes);
    await app.register(actRoutes);
    await app.register(noteRoutes);
    await app.register(memberImportRoutes);
    await app.register(readKeyRoutes);
  },
  jobs: (portal) => {
    portal.jobs.handle(importJob, ({ importId }) => importMembers(portal, importId));
  },
  ownedData: {
    columns: [
      { column: memberNotes.userId, onDelete: "cascade", onMerge: "move" },
      { column: memberNotes.authorId, onDelete: "set null", onMerge: "move" },
      { column: memberActs.userId, onDelete: "cascade", onMerge: "delete" },
      { column: memberActs.undoneBy, onDelete: "set null", onMerge: "move" },
      { column: memberLabels.userId, onDelete: "cascade", onMerge: "delete" },
      { column: memberImportLines.userId, onDelete: "cascade", onMerge: "move" },
    ],
    exportData: async (database, { id }) => {
      const labels = await database
        .select({ label: memberLabels.label })
        .from(memberLabels)
        .where(eq(memberLabels.userId, id));
      const imported = await database
        .select({ cells: memberImportLines.cells })
        .from(memberImportLines)
        .where(eq(memberImportLines.userId, id));
      return {
        notesAbout: await findNotesAbout(database, id),
        labels: labels.map(({ label }) => label),
        importedFrom: imported.map(({ cells }) => cells),
      };
    },
  },
} satisfies PortalModule;
