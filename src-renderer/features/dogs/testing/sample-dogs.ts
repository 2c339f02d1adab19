import type { Dog } from "#shared/api/dogs.ts";

/** Returns a dog of the user: large, grown, and weighed on the day of the test. */
export const dog = (over: Partial<Dog> = {}): Dog => ({
  id: "00000000-0000-4000-8000-000000000002",
  name: "Rex",
  bornOn: "2020-01-01",
  discipline: null,
  weightKg: 40,
  weighedOn: new Date().toISOString().slice(0, 10),
  heights: [{ id: "1", heightCm: 55, measuredOn: "2022-01-01" }],
  ...over,
});

/** A puppy of a small dog, never weighed. */
export const puppy = (monthsOld: number): Dog => {
  const born = new Date();
  born.setMonth(born.getMonth() - monthsOld, 1);
  return dog({
    id: "00000000-0000-4000-8000-000000000003",
    name: "Ida",
    bornOn: born.toISOString().slice(0, 10),
    weightKg: null,
    weighedOn: null,
    heights: [{ id: "2", heightCm: 33, measuredOn: "2022-01-01" }],
  });
};
