import type { Dog } from "#shared/api/dogs.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { listDogsOf, listHeights } from "./dog-store.ts";
import type { DogRow, HeightRow } from "./schema.ts";

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

export const presentDog = async (database: Database, dog: DogRow): Promise<Dog> =>
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
