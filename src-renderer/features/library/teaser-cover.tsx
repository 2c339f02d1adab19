import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { PlayFilled } from "@fluentui/react-icons";
import type { Teaser } from "../../../src-shared/api/library.ts";
import { CoverArt } from "../../components/cover-art/cover-art.tsx";
import { tokens } from "../../theme/tokens.ts";
import { formatDuration } from "./duration.ts";
import { motifOf } from "./kinds.ts";

const useStyles = makeStyles({
  cover: {
    position: "relative",
    borderRadius: tokens.borderRadiusXLarge,
    overflow: "hidden",
    // The picture's height stands before it is drawn.
    lineHeight: 0,
  },
  play: {
    position: "absolute",
    left: "12px",
    bottom: "12px",
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    padding: "6px 12px 6px 8px",
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    fontSize: "14px",
    lineHeight: "20px",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  smallPlay: { left: "8px", bottom: "8px", padding: "6px" },
});

type TeaserCoverProps = { teaser: Teaser; small?: boolean };

/** An entry's cover; a video's bears a play mark and how long it is. Decoration: the title says it all. */
export function TeaserCover({ teaser, small = false }: TeaserCoverProps) {
  const styles = useStyles();
  return (
    <div className={styles.cover} aria-hidden="true">
      <CoverArt
        kind={teaser.kind}
        slug={teaser.slug}
        motif={motifOf(teaser)}
        ratio={small ? "4 / 3" : "16 / 9"}
      />
      {teaser.video && (
        <span className={mergeClasses(styles.play, small && styles.smallPlay)}>
          <PlayFilled />
          {!small && formatDuration(teaser.video.durationSeconds)}
        </span>
      )}
    </div>
  );
}
