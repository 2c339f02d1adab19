/** Ids of the height classes, smallest dogs first; apart from their bounds, which fewer pages need. */
export const heightClassIds = ["extraSmall", "small", "medium", "intermediate", "large"] as const;

export type HeightClass = (typeof heightClassIds)[number];

/** Height classes of dogs with their upper bounds in cm (specification, section 3). */
export const heightClasses = [
  { id: "extraSmall", upTo: 30 },
  { id: "small", upTo: 35 },
  { id: "medium", upTo: 43 },
  { id: "intermediate", upTo: 50 },
  { id: "large", upTo: Infinity },
] as const satisfies readonly { id: HeightClass; upTo: number }[];

/**
 * Returns the height class of a dog from its height at the withers in cm. The height is rounded to
 * 0.1 cm first, so that there are no gaps between the classes. Throws a RangeError unless the
 * height is finite and above zero.
 */
export function heightClassOf(heightCm: number): HeightClass {
  const rounded = Math.round(heightCm * 10) / 10;
  if (!Number.isFinite(heightCm) || rounded <= 0) {
    throw new RangeError(`Not a height in cm: ${heightCm}`);
  }
  return heightClasses.find((band) => rounded <= band.upTo)!.id; // the last band has no bound
}
