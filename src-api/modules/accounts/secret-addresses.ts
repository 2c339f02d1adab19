import type { Session } from "../../http/session.ts";
import { ApiError } from "../../infra/api-error.ts";
import { recordAct, type Actor } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import type { Portal } from "../../portal.ts";
import { enqueueSecurityMail } from "./mails/security-mails.ts";
import { keepSession } from "./sessions/session-store.ts";
import { lockUser } from "./user-store.ts";
import { isProven } from "./users.ts";

/** What can be read at a secret address by whoever knows it, and the session in which it is made or ended. */
type Doing = { kind: "feed" | "calendar"; session: Session; actor: Actor };

/** Stores a secret address, records it and mails its owner. Throws 401 when the session has ended. */
export const makeSecretAddress = (
  portal: Pick<Portal, "database" | "now" | "jobs">,
  { kind, session, actor }: Doing,
  store: (database: Database) => Promise<void>,
): Promise<void> =>
  portal.database.transaction(async (database) => {
    const user = await lockUser(database, session.userId);
    const isIn = await keepSession(database, session);
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
  { kind, session: { userId: subjectId }, actor }: Doing,
  remove: (database: Database) => Promise<boolean>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    if (!(await remove(transaction))) return;
    const act = { act: "secret-address-ended", at: now(), subjectId } as const;
    await recordAct(transaction, { ...act, actor, details: { kind } });
  });
