import type { MotifName } from "#resources/art/motif-names.ts";
import type { HeightClass } from "#shared/height-class.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";

/** The drawing of each class and its size in px; leaping dogs are wide and need more. */
const silhouettes: Record<HeightClass, { motif: MotifName; size: number }> = {
  extraSmall: { motif: "dog-extra-small", size: 28 },
  small: { motif: "dog-small", size: 32 },
  medium: { motif: "dog-medium", size: 54 },
  intermediate: { motif: "dog-intermediate", size: 60 },
  large: { motif: "dog-large", size: 54 },
};

type HeightClassArtProps = {
  heightClass: HeightClass;
  /** Times the size that it has in a table. */
  scale?: number;
};

/** A dog of a height class, in proportion to those of the others; decoration. */
export function HeightClassArt({ heightClass, scale = 1 }: HeightClassArtProps) {
  const { motif, size } = silhouettes[heightClass];
  return <MotifArt motif={motif} size={size * scale} />;
}
