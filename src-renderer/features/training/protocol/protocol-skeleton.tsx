import { makeStyles } from "@fluentui/react-components";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { LoadingText } from "#renderer/components/states.tsx";
import { tokens } from "#renderer/theme/tokens.ts";
import { useEntryStyles } from "#renderer/features/reading/index.ts";

const useStyles = makeStyles({
  facts: {
    marginBottom: "24px",
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  training: { marginBottom: "40px" },
});

export function ProtocolSkeleton() {
  const frame = useEntryStyles();
  const styles = useStyles();
  return (
    <div className={frame.column}>
      <Skeleton aria-hidden>
        <div className={styles.facts}>
          <SkeletonItem size={48} />
        </div>
        <SkeletonItem size={156} className={styles.training} />
      </Skeleton>
      <LoadingText />
    </div>
  );
}
