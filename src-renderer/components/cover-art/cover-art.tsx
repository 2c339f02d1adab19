import type { ContentKind } from "#shared/content-kinds.ts";
import { knownMotif } from "./motif-art.tsx";
import { Picture } from "./picture.tsx";
import { stageOf } from "./stage.ts";

type CoverArtProps = {
  kind: ContentKind;
  slug: string;
  /** Name of the drawing, as the API gives it. */
  motif: string;
  /** 0, or the number of another choice for the same entry. */
  variant?: number | undefined;
  /** Width to height, such as `16 / 9` or `1 / 1`. */
  ratio?: string;
};

/** The cover of an entry, always the same for its motif and slug. Attributes as colours suit a strict CSP. */
export function CoverArt({ kind, slug, motif, variant = 0, ratio = "16 / 9" }: CoverArtProps) {
  const { width, height } = stageOf(ratio);
  const subject = { kind, slug, motif: knownMotif(motif), variant };
  return (
    <Picture
      key={[kind, slug, motif, variant, ratio].join()}
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      display="block"
      preserveAspectRatio="xMidYMid slice"
      draw={({ drawCover }) => drawCover(subject, ratio)}
    />
  );
}
