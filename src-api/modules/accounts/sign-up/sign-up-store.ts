import type { Database } from "#api/infra/database/connect.ts";
import { asc, eq, inArray } from "#api/infra/database/drizzle.ts";
import { signUps, type SignUpRow } from "../schema.ts";

export async function insertSignUp(database: Database, row: SignUpRow): Promise<void> {
  await database.insert(signUps).values(row);
}

const withId = (idHash: string) => eq(signUps.idHash, idHash);

/** Returns a sign-up, whether or not its code can still be entered. */
export async function findById(database: Database, idHash: string): Promise<SignUpRow | undefined> {
  const [row] = await database.select().from(signUps).where(withId(idHash));
  return row;
}

/** Returns the sign-up whose code has this hash, whether or not the code can still be entered. */
export async function findByCode(
  database: Database,
  codeHash: string,
): Promise<SignUpRow | undefined> {
  const [row] = await database.select().from(signUps).where(eq(signUps.codeHash, codeHash));
  return row;
}

/** Returns a sign-up and locks it until the transaction ends. */
export async function lockSignUp(tx: Database, idHash: string): Promise<SignUpRow | undefined> {
  const [row] = await tx.select().from(signUps).where(withId(idHash)).for("update");
  return row;
}

/** Locks a sign-up and all others of its address, always in the same order, and returns it. */
export async function lockWithSameAddress(
  tx: Database,
  idHash: string,
): Promise<SignUpRow | undefined> {
  const address = tx.select({ email: signUps.email }).from(signUps).where(withId(idHash));
  const rows = await tx
    .select()
    .from(signUps)
    .where(inArray(signUps.email, address))
    .orderBy(asc(signUps.idHash))
    .for("update");
  return rows.find((row) => row.idHash === idHash);
}

export async function updateSignUp(
  tx: Database,
  idHash: string,
  changes: Partial<SignUpRow>,
): Promise<void> {
  await tx.update(signUps).set(changes).where(withId(idHash));
}

export async function deleteSignUp(tx: Database, idHash: string): Promise<void> {
  await tx.delete(signUps).where(withId(idHash));
}

export async function deleteSignUpsOf(tx: Database, email: string): Promise<void> {
  await tx.delete(signUps).where(eq(signUps.email, email));
}
