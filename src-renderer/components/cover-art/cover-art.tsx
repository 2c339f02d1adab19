import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState } from "react";
import type { Cover } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { knownMotif } from "./motif-art.tsx";
import { Picture } from "./picture.tsx";
import { stageOf } from "./stage.ts";

const useStyles = makeStyles({
  picture: {
    display: "block",
    width: "100%",
    height: "100%",
    objectFit: "cover",
    // Until it is loaded.
    backgroundColor: tokens.colorBand,
  },
  "16 / 9": { aspectRatio: "16 / 9" },
  "4 / 3": { aspectRatio: "4 / 3" },
});

type Ratio = "16 / 9" | "4 / 3";

type OwnCoverProps = { cover: Cover; ratio: Ratio; lazy: boolean; onFailed: () => void };

/** A picture, cut to fill its place so that its focus stays in view. */
function OwnCover({ cover, ratio, lazy, onFailed }: OwnCoverProps) {
  const styles = useStyles();
  const { src, alt, language, width, height, focus } = cover;
  return (
    <img
      ref={(image) => {
        if (!image) return;
        // The page's HTML can have no style: a strict CSP would block it.
        image.style.objectPosition = `${focus.x * 100}% ${focus.y * 100}%`;
        // One in the page's HTML may have failed before React was there.
        if (image.complete && image.naturalWidth === 0) onFailed();
      }}
      src={src}
      alt={alt}
      lang={language}
      width={width}
      height={height}
      decoding="async"
      {...(lazy && { loading: "lazy" })}
      className={mergeClasses(styles.picture, styles[ratio])}
      onError={onFailed}
    />
  );
}

type CoverArtProps = {
  kind: ContentKind;
  slug: string;
  /** Name of the drawing, as the API gives it. */
  motif: string;
  /** The picture that the entry has in place of the drawing. */
  cover?: Cover | undefined;
  /** Whether the picture is loaded only once it is near the window, as in lists. */
  lazy?: boolean;
  /** 0, or the number of another choice for the same entry. */
  variant?: number | undefined;
  ratio?: Ratio;
};

/**
 * The cover of an entry: its picture; without one, or where that cannot be loaded, a drawing, always the same for its motif
 * and slug. Attributes as colours suit a strict CSP.
 */
export function CoverArt(props: CoverArtProps) {
  const { kind, slug, motif, cover, lazy = false, variant = 0, ratio = "16 / 9" } = props;
  const [failed, setFailed] = useState<string | null>(null);
  if (cover && failed !== cover.src) {
    return (
      <OwnCover key={cover.src} {...{ cover, ratio, lazy }} onFailed={() => setFailed(cover.src)} />
    );
  }
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
