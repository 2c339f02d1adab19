import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { users } from "../accounts/schema.ts";
import { dogs } from "../dogs/schema.ts";
import { trainingPlans, type PlanRow } from "./schema.ts";

/** A plan with the name of its dog. */
export type DogPlan = { plan: PlanRow; dogName: string | null };

const ofUser = (userId: string, id: string) =>
  and(eq(trainingPlans.id, id), eq(trainingPlans.userId, userId));

const selectPlans = (database: Database) =>
  database
    .select({ plan: trainingPlans, dogName: dogs.name })
    .from(trainingPlans)
    .leftJoin(dogs, eq(dogs.id, trainingPlans.dogId));

/** Returns the user's plans, the first started first. */
export const listPlans = (database: Database, userId: string): Promise<DogPlan[]> =>
  selectPlans(database)
    .where(eq(trainingPlans.userId, userId))
    .orderBy(asc(trainingPlans.createdAt), asc(trainingPlans.id));

/** Returns a plan of the user; undefined when it does not exist or is another user's. */
export async function findPlan(
  database: Database,
  userId: string,
  id: string,
): Promise<DogPlan | undefined> {
  const [found] = await selectPlans(database).where(ofUser(userId, id));
  return found;
}

/** Makes other changes of the plan wait. Returns false when it does not exist or is another user's. */
export async function lockPlan(tx: Database, userId: string, id: string): Promise<boolean> {
  const locked = await tx
    .select({ id: trainingPlans.id })
    .from(trainingPlans)
    .where(ofUser(userId, id))
    .for("update");
  return locked.length > 0;
}

/** Makes the user's other starts wait, and returns the number of plans; null when the account was deleted. */
export async function lockAndCount(tx: Database, userId: string): Promise<number | null> {
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return locked.length === 0 ? null : tx.$count(trainingPlans, eq(trainingPlans.userId, userId));
}

/** Stores a plan. Returns false when the user follows the protocol with this dog already. */
export async function insertPlan(tx: Database, plan: PlanRow): Promise<boolean> {
  const inserted = await tx
    .insert(trainingPlans)
    .values(plan)
    .onConflictDoNothing()
    .returning({ id: trainingPlans.id });
  return inserted.length > 0;
}

export async function updatePlan(
  tx: Database,
  id: string,
  changes: Partial<Omit<PlanRow, "id" | "userId">>,
): Promise<void> {
  await tx.update(trainingPlans).set(changes).where(eq(trainingPlans.id, id));
}

/** Deletes a plan of the user. Returns false when there is none. */
export async function removePlan(database: Database, userId: string, id: string): Promise<boolean> {
  const removed = await database
    .delete(trainingPlans)
    .where(ofUser(userId, id))
    .returning({ id: trainingPlans.id });
  return removed.length > 0;
}

/** Returns what is stored of the user's plans. */
export const exportPlans = (database: Database, userId: string) =>
  database
    .select({
      slug: trainingPlans.slug,
      dog: dogs.name,
      startedOn: trainingPlans.startedOn,
      weekdays: trainingPlans.weekdays,
      steps: trainingPlans.steps,
      notes: trainingPlans.notes,
      createdAt: trainingPlans.createdAt,
    })
    .from(trainingPlans)
    .leftJoin(dogs, eq(dogs.id, trainingPlans.dogId))
    .where(eq(trainingPlans.userId, userId))
    .orderBy(asc(trainingPlans.createdAt));
