import { and, asc, desc, eq, inArray } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { dogHeights, dogs, type DogRow, type HeightRow } from "./schema.ts";

const ofUser = (userId: string, id: string) => and(eq(dogs.id, id), eq(dogs.userId, userId));

export const listDogsOf = (database: Database, userId: string): Promise<DogRow[]> =>
  database
    .select()
    .from(dogs)
    .where(eq(dogs.userId, userId))
    .orderBy(asc(dogs.createdAt), asc(dogs.id));

/** Returns the measurements of dogs, the latest first. */
export const listHeights = (database: Database, dogIds: string[]): Promise<HeightRow[]> =>
  database
    .select()
    .from(dogHeights)
    .where(inArray(dogHeights.dogId, dogIds))
    .orderBy(desc(dogHeights.measuredOn), desc(dogHeights.createdAt), desc(dogHeights.id));

/** Returns a dog of the user; undefined when it does not exist or is another user's. */
export async function findDog(
  database: Database,
  userId: string,
  id: string,
): Promise<DogRow | undefined> {
  const [dog] = await database.select().from(dogs).where(ofUser(userId, id));
  return dog;
}

/** Returns a dog of the user, as `findDog`; other changes of the user's dogs and of their heights wait. */
export async function lockDog(
  tx: Database,
  userId: string,
  id: string,
): Promise<DogRow | undefined> {
  await lockUser(tx, userId);
  const [dog] = await tx.select().from(dogs).where(ofUser(userId, id)).for("update");
  return dog;
}

export const countDogs = (database: Database, userId: string): Promise<number> =>
  database.$count(dogs, eq(dogs.userId, userId));

export const countHeights = (database: Database, dogId: string): Promise<number> =>
  database.$count(dogHeights, eq(dogHeights.dogId, dogId));

export async function insertDog(database: Database, dog: DogRow): Promise<void> {
  await database.insert(dogs).values(dog);
}

export async function insertHeight(database: Database, height: HeightRow): Promise<void> {
  await database.insert(dogHeights).values(height);
}

export async function updateDog(
  database: Database,
  id: string,
  values: Omit<DogRow, "id" | "userId" | "createdAt">,
): Promise<void> {
  await database.update(dogs).set(values).where(eq(dogs.id, id));
}

export async function removeDog(database: Database, id: string): Promise<void> {
  await database.delete(dogs).where(eq(dogs.id, id));
}

/** Removes a measurement of a dog. Returns false if there was none. */
export async function removeHeight(database: Database, dogId: string, id: string) {
  const removed = await database
    .delete(dogHeights)
    .where(and(eq(dogHeights.id, id), eq(dogHeights.dogId, dogId)))
    .returning({ id: dogHeights.id });
  return removed.length > 0;
}
