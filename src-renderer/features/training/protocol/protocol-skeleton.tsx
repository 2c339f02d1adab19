import { makeStyles } from "@fluentui/react-components";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { useEntryStyles } from "#renderer/features/reading/index.ts";

const useStyles = makeStyles({
  facts: { marginBottom: "24px" },
  training: { marginBottom: "40px" },
});

export function ProtocolSkeleton() {
  const frame = useEntryStyles();
  const styles = useStyles();
  return (
    <div className={frame.column}>
      <Skeleton aria-hidden>
        <div className={styles.facts}>
          <SkeletonItem size={44} />
        </div>
        <SkeletonItem size={156} className={styles.training} />
      </Skeleton>
      <LoadingText />
    </div>
  );
}
