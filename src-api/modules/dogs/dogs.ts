import type { FastifyInstance } from "fastify";
import {
  addDog,
  changeDog,
  deleteDog,
  deleteHeight,
  listDogs,
  measureDog,
  dogLimits,
  type addDogSchema,
  type changeDogSchema,
  type Dog,
  type measureDogSchema,
} from "#shared/api/dogs.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { hourMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { type DogRow, type HeightRow, dogHeights, dogs } from "./schema.ts";
import { and, asc, desc, eq, inArray } from "#api/infra/database/drizzle.ts";

/** Serves the dogs of the signed-in user; those of others are not found. */
export default async function dogRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listDogs, async (_, request) => ({
    items: await presentDogsOf(portal.database, requireUser(request).userId),
  }));

  serve(app, addDog, ({ body }, request) => addDogOf(portal, requireUser(request).userId, body));

  serve(app, changeDog, ({ params: { id }, body }, request) =>
    changeDogOf(portal, requireUser(request).userId, id, body),
  );

  serve(app, deleteDog, ({ params: { id } }, request) =>
    deleteDogOf(portal, requireUser(request).userId, id),
  );

  serve(app, measureDog, ({ params: { id }, body }, request) =>
    measureDogOf(portal, requireUser(request).userId, id, body),
  );

  serve(app, deleteHeight, ({ params }, request) =>
    deleteHeightOf(portal, requireUser(request).userId, params),
  );
}

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
async function addDogOf(
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
async function changeDogOf(
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
const deleteDogOf = ({ database }: Dogs, userId: string, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    await requireLockedDog(tx, userId, id);
    await removeDog(tx, id);
  });

/** Adds a measurement. Throws `not-found`, `limit-reached`, `validation`. */
async function measureDogOf(
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
async function deleteHeightOf(
  { database }: Dogs,
  userId: string,
  { id, heightId }: { id: string; heightId: string },
): Promise<Dog> {
  const dog = await requireDog(database, userId, id);
  if (!(await removeHeight(database, id, heightId))) throw new ApiError("not-found");
  return presentDog(database, dog);
}

const presentHeight = ({ id, height, measuredOn }: HeightRow) => ({
  id,
  heightCm: height / 10,
  measuredOn,
});

function present(row: DogRow, heights: HeightRow[]): Dog {
  const { id, name, bornOn, discipline, weight, weighedOn } = row;
  return {
    id,
    name,
    bornOn,
    discipline,
    weightKg: weight === null ? null : weight / 1000,
    weighedOn,
    heights: heights.filter(({ dogId }) => dogId === id).map(presentHeight),
  };
}

const presentDog = async (database: Database, dog: DogRow): Promise<Dog> =>
  present(dog, await listHeights(database, [dog.id]));

/** Returns the user's dogs with the history of their heights, the first added first. */
export async function presentDogsOf(database: Database, userId: string): Promise<Dog[]> {
  const rows = await listDogsOf(database, userId);
  if (rows.length === 0) return [];
  const heights = await listHeights(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, heights));
}

const ofUser = (userId: string, id: string) => and(eq(dogs.id, id), eq(dogs.userId, userId));

const listDogsOf = (database: Database, userId: string): Promise<DogRow[]> =>
  database
    .select()
    .from(dogs)
    .where(eq(dogs.userId, userId))
    .orderBy(asc(dogs.createdAt), asc(dogs.id));

/** Returns the measurements of dogs, the latest first. */
const listHeights = (database: Database, dogIds: string[]): Promise<HeightRow[]> =>
  database
    .select()
    .from(dogHeights)
    .where(inArray(dogHeights.dogId, dogIds))
    .orderBy(desc(dogHeights.measuredOn), desc(dogHeights.createdAt), desc(dogHeights.id));

/** Returns a dog of the user; undefined when it does not exist or is another user's. */
async function findDog(
  database: Database,
  userId: string,
  id: string,
): Promise<DogRow | undefined> {
  const [dog] = await database.select().from(dogs).where(ofUser(userId, id));
  return dog;
}

/** Returns a dog of the user, as `findDog`; other changes of the user's dogs and of their heights wait. */
async function lockDog(tx: Database, userId: string, id: string): Promise<DogRow | undefined> {
  await lockUser(tx, userId);
  const [dog] = await tx.select().from(dogs).where(ofUser(userId, id)).for("update");
  return dog;
}

const countDogs = (database: Database, userId: string): Promise<number> =>
  database.$count(dogs, eq(dogs.userId, userId));

const countHeights = (database: Database, dogId: string): Promise<number> =>
  database.$count(dogHeights, eq(dogHeights.dogId, dogId));

async function insertDog(database: Database, dog: DogRow): Promise<void> {
  await database.insert(dogs).values(dog);
}

async function insertHeight(database: Database, height: HeightRow): Promise<void> {
  await database.insert(dogHeights).values(height);
}

async function updateDog(
  database: Database,
  id: string,
  values: Omit<DogRow, "id" | "userId" | "createdAt">,
): Promise<void> {
  await database.update(dogs).set(values).where(eq(dogs.id, id));
}

async function removeDog(database: Database, id: string): Promise<void> {
  await database.delete(dogs).where(eq(dogs.id, id));
}

/** Removes a measurement of a dog. Returns false if there was none. */
async function removeHeight(database: Database, dogId: string, id: string) {
  const removed = await database
    .delete(dogHeights)
    .where(and(eq(dogHeights.id, id), eq(dogHeights.dogId, dogId)))
    .returning({ id: dogHeights.id });
  return removed.length > 0;
}
