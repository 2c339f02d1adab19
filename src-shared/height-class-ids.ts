/** Ids of the height classes, smallest dogs first; apart from their bounds, which fewer pages need. */
export const heightClassIds = ["extraSmall", "small", "medium", "intermediate", "large"] as const;

export type HeightClass = (typeof heightClassIds)[number];
