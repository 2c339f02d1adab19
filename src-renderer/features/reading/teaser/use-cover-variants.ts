import { useMemo } from "react";
import type { Teaser } from "#shared/api/library.ts";
import { knownMotif } from "#renderer/components/cover-art/motif-art.tsx";
import { variantsOf } from "#renderer/components/cover-art/traits.ts";

/** Returns the variant of each teaser's cover, so that no two covers of a list look alike. */
export const useCoverVariants = (items: readonly Teaser[]) =>
  useMemo(
    () =>
      variantsOf(items.map(({ kind, slug, motif }) => ({ kind, slug, motif: knownMotif(motif) }))),
    [items],
  );
