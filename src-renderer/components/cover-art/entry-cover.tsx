import type { ContentKind } from "../../../src-shared/content-kinds.ts";
import { CoverArt } from "./cover-art.tsx";
import { knownMotif } from "./motif-art.tsx";

type EntryCoverProps = {
  kind: ContentKind;
  slug: string;
  /** Name of the drawing, as the API gives it. */
  motif: string;
  ratio?: string;
};

/** The decorative cover of an entry, from what the API says about it. */
export const EntryCover = ({ motif, ...props }: EntryCoverProps) => (
  <CoverArt {...props} motif={knownMotif(motif)} />
);
