import { makeStyles, mergeClasses, Skeleton, SkeletonItem } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { LoadingLines } from "../../components/states.tsx";
import { useEntryStyles } from "./entry-styles.ts";

const useStyles = makeStyles({
  root: { minHeight: "100vh" },
  header: { display: "grid", gap: "16px", margin: "60px 0 32px" },
  short: { width: "55%" },
  cover: { height: "auto" },
  screen: { aspectRatio: "16 / 9" },
});

/** An entry that is on its way. */
export function EntrySkeleton({ cover }: { cover: boolean }) {
  const frame = useEntryStyles();
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <div className={mergeClasses(frame.root, styles.root)}>
      <Skeleton aria-label={t("loading")}>
        <div className={mergeClasses(frame.column, styles.header)}>
          <SkeletonItem size={48} />
          <SkeletonItem size={48} className={styles.short} />
          <SkeletonItem size={20} />
          <SkeletonItem size={20} className={styles.short} />
        </div>
        <SkeletonItem
          className={mergeClasses(frame.cover, styles.cover, !cover && styles.screen)}
        />
      </Skeleton>
      <div className={frame.column}>
        <LoadingLines lines={8} />
      </div>
    </div>
  );
}
