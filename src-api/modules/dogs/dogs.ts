import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import {
  dogLimits,
  type addDogSchema,
  type changeDogSchema,
  type Dog,
  type measureDogSchema,
} from "#shared/api/dogs.ts";
import { hourMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import {
  countDogs,
  countHeights,
  findDog,
  insertDog,
  insertHeight,
  lockDog,
  removeDog,
  removeHeight,
  updateDog,
} from "./dog-store.ts";
import { presentDog } from "./present.ts";
import type { DogRow } from "./schema.ts";

type Dogs = Pick<Portal, "database" | "now">;

/** Throws `validation` at the first field whose day has begun nowhere on earth (UTC+14) yet. */
function refuseFutureDays(days: Record<string, string | null>, now: Date): void {
  const latest = new Date(now.getTime() + 14 * hourMs).toISOString().slice(0, 10);
  const future = Object.keys(days).find((field) => (days[field] ?? "") > latest);
  if (future) throw new ApiError("validation", { fields: { [future]: "forms:future" } });
}

type DogFields = z.output<typeof changeDogSchema>;

const columnsOf = ({ name, bornOn, discipline, weightKg, weighedOn }: DogFields) => ({
  name,
  bornOn,
  discipline,
  weight: weightKg === null ? null : Math.round(weightKg * 10) * 100,
  weighedOn: weightKg === null ? null : weighedOn,
});

type Measured = { dogId: string; heightCm: number; measuredOn: string; createdAt: Date };

const recordHeight = (tx: Database, { heightCm, ...measured }: Measured) =>
  insertHeight(tx, { id: randomUUID(), height: Math.round(heightCm * 10), ...measured });

/** Returns a dog of the user. Throws `not-found`, also for a dog of somebody else. */
export async function requireDog(database: Database, userId: string, id: string): Promise<DogRow> {
  const dog = await findDog(database, userId, id);
  if (!dog) throw new ApiError("not-found");
  return dog;
}

/** Returns a dog of the user, which nobody changes or deletes before the transaction ends. Throws `not-found`. */
export async function requireLockedDog(tx: Database, userId: string, id: string): Promise<DogRow> {
  const dog = await lockDog(tx, userId, id);
  if (!dog) throw new ApiError("not-found");
  return dog;
}

/** Adds a dog, with its first height if one is given. Throws `limit-reached`, `validation`. */
export async function addDogOf(
  { database, now }: Dogs,
  userId: string,
  { heightCm, measuredOn, ...fields }: z.output<typeof addDogSchema>,
): Promise<Dog> {
  const createdAt = now();
  const { bornOn, weighedOn } = fields;
  refuseFutureDays({ bornOn, measuredOn, weighedOn }, createdAt);
  return database.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw new ApiError("unauthorized");
    if ((await countDogs(tx, userId)) >= dogLimits.dogs) throw new ApiError("limit-reached");
    const dog = { id: randomUUID(), userId, createdAt, ...columnsOf(fields) };
    await insertDog(tx, dog);
    if (heightCm !== null && measuredOn !== null) {
      await recordHeight(tx, { dogId: dog.id, heightCm, measuredOn, createdAt });
    }
    return presentDog(tx, dog);
  });
}

/** Changes what is known of a dog. Throws `not-found`, `validation`. */
export async function changeDogOf(
  { database, now }: Dogs,
  userId: string,
  id: string,
  fields: DogFields,
): Promise<Dog> {
  refuseFutureDays({ bornOn: fields.bornOn, weighedOn: fields.weighedOn }, now());
  return database.transaction(async (tx) => {
    const dog = await requireLockedDog(tx, userId, id);
    const columns = columnsOf(fields);
    await updateDog(tx, id, columns);
    return presentDog(tx, { ...dog, ...columns });
  });
}

/** Deletes a dog with its measurements and plans. Throws `not-found`. */
export const deleteDogOf = ({ database }: Dogs, userId: string, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    await requireLockedDog(tx, userId, id);
    await removeDog(tx, id);
  });

/** Adds a measurement. Throws `not-found`, `limit-reached`, `validation`. */
export async function measureDogOf(
  { database, now }: Dogs,
  userId: string,
  id: string,
  { heightCm, measuredOn }: z.output<typeof measureDogSchema>,
): Promise<Dog> {
  const createdAt = now();
  refuseFutureDays({ measuredOn }, createdAt);
  return database.transaction(async (tx) => {
    const dog = await requireLockedDog(tx, userId, id);
    if ((await countHeights(tx, id)) >= dogLimits.heights) throw new ApiError("limit-reached");
    await recordHeight(tx, { dogId: id, heightCm, measuredOn, createdAt });
    return presentDog(tx, dog);
  });
}

/** Removes a measurement; the last one may go, too. Throws `not-found`. */
export async function deleteHeightOf(
  { database }: Dogs,
  userId: string,
  { id, heightId }: { id: string; heightId: string },
): Promise<Dog> {
  const dog = await requireDog(database, userId, id);
  if (!(await removeHeight(database, id, heightId))) throw new ApiError("not-found");
  return presentDog(database, dog);
}
