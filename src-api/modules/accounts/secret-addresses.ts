import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import type { Portal, PortalModule } from "#api/portal.ts";
import { enqueueSecurityMail } from "./mails.ts";
import { lockSession } from "./sessions.ts";
import { isProven, lockUser } from "./users.ts";

/** What can be read at a secret address by whoever knows it, and the session in which it is made or ended. */
type AddressChange = { kind: "feed" | "calendar"; session: Session; actor: Actor };

/** Stores a secret address, records it and mails its owner. Throws 401 when the session has ended. */
export const makeSecretAddress = (
  portal: Pick<Portal, "database" | "now" | "jobs">,
  { kind, session, actor }: AddressChange,
  store: (database: Database) => Promise<void>,
): Promise<void> =>
  portal.database.transaction(async (database) => {
    const user = await lockUser(database, session.userId);
    const isIn = await lockSession(database, session);
    if (!user || !isProven(user) || !isIn) throw new ApiError("unauthorized");
    await store(database);
    const act = { act: "secret-address-made", at: portal.now(), subjectId: user.id } as const;
    await recordAct(database, { ...act, actor, details: { kind } });
    const doing = { user, actor, sessionId: session.id };
    await enqueueSecurityMail(portal, database, `${kind}-address-made`, doing);
  });

/** Ends a secret address and records it. `remove` returns whether there was one. */
export const endSecretAddress = (
  { database, now }: Pick<Portal, "database" | "now">,
  { kind, session: { userId: subjectId }, actor }: AddressChange,
  remove: (database: Database) => Promise<boolean>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    if (!(await remove(transaction))) return;
    const act = { act: "secret-address-ended", at: now(), subjectId } as const;
    await recordAct(transaction, { ...act, actor, details: { kind } });
  });

/** Ends secret addresses of a user, all or those that admins make: a thief who was in the account may know them. */
export async function endSecretAddresses(
  database: Database,
  modules: readonly PortalModule[],
  userId: string,
  which: "all" | "of-admin" = "all",
): Promise<void> {
  for (const { column, isSecretAddress } of modules.flatMap(
    ({ ownedData }) => ownedData?.columns ?? [],
  )) {
    if (isSecretAddress && (which === "all" || isSecretAddress === which))
      await database.delete(column.table).where(eq(column, userId));
  }
}
