import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { EntryTextSkeleton } from "#renderer/features/reading/index.ts";

/** Layout of the player and what belongs to it, shared with its skeleton. */
export const useScreenStyles = makeStyles({
  root: { display: "grid", gap: "12px", maxWidth: "1040px", marginBottom: "40px" },
  video: {
    display: "block",
    width: "100%",
    height: "auto",
    aspectRatio: "16 / 9",
    // With the bars and the controls.
    [media.low]: { maxHeight: "calc(100vh - 130px)", minHeight: "180px" },
    borderRadius: tokens.borderRadiusXLarge,
  },
});

const useStyles = makeStyles({
  root: { minHeight: "100vh", [media.small]: { display: "contents" } },
  player: { [media.small]: { order: -1, width: "100%" } },
});

/** Placeholder for the view of a video: player, controls, text. */
export function VideoSkeleton() {
  const styles = useStyles();
  const screen = useScreenStyles();
  return (
    <div className={styles.root}>
      <Skeleton aria-hidden="true" className={mergeClasses(screen.root, styles.player)}>
        <SkeletonItem className={screen.video} />
        <SkeletonItem size={44} />
      </Skeleton>
      <EntryTextSkeleton />
    </div>
  );
}
