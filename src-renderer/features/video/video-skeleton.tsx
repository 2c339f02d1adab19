import { makeStyles } from "@fluentui/react-components";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { EntryTextSkeleton } from "#renderer/features/reading/index.ts";

/** Layout of the player and what belongs to it, shared with its skeleton. */
export const useScreenStyles = makeStyles({
  root: { display: "grid", gap: "12px", maxWidth: "1040px", marginBottom: "40px" },
  video: {
    display: "block",
    width: "100%",
    height: "auto",
    aspectRatio: "16 / 9",
    borderRadius: tokens.borderRadiusXLarge,
  },
});

const useStyles = makeStyles({ root: { minHeight: "100vh" } });

/** Placeholder for the view of a video: player, controls, text. */
export function VideoSkeleton() {
  const styles = useStyles();
  const screen = useScreenStyles();
  return (
    <div className={styles.root}>
      <Skeleton aria-hidden="true" className={screen.root}>
        <SkeletonItem className={screen.video} />
        <SkeletonItem size={44} />
      </Skeleton>
      <EntryTextSkeleton />
    </div>
  );
}
