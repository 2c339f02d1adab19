import type { Database } from "#api/infra/database/connect.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { emailChanges, type EmailChange } from "../schema.ts";

const ofSession = (sessionId: string) => eq(emailChanges.sessionId, sessionId);

/** Inserts a change of address, or replaces the one of the same user. */
export async function replaceChange(database: Database, change: EmailChange): Promise<void> {
  await database
    .insert(emailChanges)
    .values(change)
    .onConflictDoUpdate({ target: emailChanges.userId, set: change });
}

/** Returns the change that a session requested, whether or not its code can still be entered. */
export async function findBySession(
  database: Database,
  sessionId: string,
): Promise<EmailChange | undefined> {
  const [change] = await database.select().from(emailChanges).where(ofSession(sessionId));
  return change;
}

/** Returns the change whose code has this hash, whether or not the code can still be entered. */
export async function findByCode(
  database: Database,
  codeHash: string,
): Promise<EmailChange | undefined> {
  const [change] = await database
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.codeHash, codeHash));
  return change;
}

/** Returns the change that a session requested and locks it until the transaction ends. */
export async function lockChange(
  tx: Database,
  sessionId: string,
): Promise<EmailChange | undefined> {
  const [change] = await tx.select().from(emailChanges).where(ofSession(sessionId)).for("update");
  return change;
}

export async function updateChange(
  tx: Database,
  sessionId: string,
  changes: Partial<EmailChange>,
): Promise<void> {
  await tx.update(emailChanges).set(changes).where(ofSession(sessionId));
}

/** Deletes the change that a session requested; with `createdAt` only if it was requested at that time. */
export async function deleteChange(
  database: Database,
  sessionId: string,
  createdAt?: Date,
): Promise<void> {
  const sameTime = createdAt && eq(emailChanges.createdAt, createdAt);
  await database.delete(emailChanges).where(and(ofSession(sessionId), sameTime));
}

export async function deleteChangeOfUser(database: Database, userId: string): Promise<void> {
  await database.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

/** Marks that the present address was notified of a change. Returns false if the change is over. */
export async function markNotified(
  database: Database,
  { sessionId, createdAt }: Pick<EmailChange, "sessionId" | "createdAt">,
): Promise<boolean> {
  const marked = await database
    .update(emailChanges)
    .set({ notified: true })
    .where(and(ofSession(sessionId), eq(emailChanges.createdAt, createdAt)))
    .returning({ userId: emailChanges.userId });
  return marked.length > 0;
}
