import { eq } from "#api/infra/database/drizzle.ts";
import { findBounces } from "#api/infra/mail/bounces.ts";
import type { PortalModule } from "#api/portal.ts";
import { bounceRoutes } from "./bounces.ts";
import { agree } from "./consents.ts";
import { unsubscribeRoutes } from "./link-pages.ts";
import { readerListRoutes } from "./reader-list.ts";
import { readers as readersTable } from "./schema.ts";
import { handleConfirmMails, subscribeRoutes } from "./subscribe.ts";

export {
  type Consent,
  findConsents,
  findReaders,
  importConsents,
  isMailable,
  type KnownReader,
} from "./consents.ts";
export { linkPages, unsubscribeLine } from "./link-pages.ts";
export { readers as readersTable } from "./schema.ts";

/** Who agreed to get mails, with an account or without (docs/decisions/0064-readers.md). */
export const readers = {
  name: "readers",
  routes: async (app) => {
    await app.register(subscribeRoutes);
    await app.register(unsubscribeRoutes);
    await app.register(readerListRoutes);
    await app.register(bounceRoutes);
  },
  jobs: handleConfirmMails,
  accountCreated: async (database, { wantsNews, ...account }, at) => {
    if (wantsNews) await agree(database, { ...account, source: "registration" }, at);
  },
  ownedData: {
    columns: [{ column: readersTable.userId, onDelete: "cascade", onMerge: "delete" }],
    exportData: async (database, { id, email }) => {
      const { consentedAt, source, withdrawnAt } = readersTable;
      const consents = await database
        .select({ consentedAt, source, withdrawnAt })
        .from(readersTable)
        .where(eq(readersTable.userId, id));
      const bounces = await findBounces(database, email === null ? [] : [email]);
      return { consentsToMails: consents, bouncedMails: [...bounces.values()] };
    },
  },
} satisfies PortalModule;
