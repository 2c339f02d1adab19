import { makeStyles, mergeClasses, Skeleton, SkeletonItem } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { media, tokens } from "../../../theme/tokens.ts";

const useStyles = makeStyles({
  card: { display: "grid", gap: "16px", alignContent: "start" },
  lead: {
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    alignItems: "center",
    gap: "40px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)", gap: "16px" },
  },
  row: {
    gridTemplateColumns: "136px minmax(0, 1fr)",
    alignItems: "center",
    gap: "20px",
    [media.phone]: { gridTemplateColumns: "104px minmax(0, 1fr)", gap: "14px" },
  },
  cover: { aspectRatio: "16 / 9", height: "auto", borderRadius: tokens.borderRadiusXLarge },
  rowCover: { aspectRatio: "4 / 3" },
  text: { display: "grid", gap: "10px" },
  short: { width: "60%" },
});

type TeaserSkeletonProps = { look?: "card" | "lead" | "row" };

/** Placeholder in the shape of a card. */
export function TeaserSkeleton({ look = "card" }: TeaserSkeletonProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton
      aria-label={t("loading")}
      className={mergeClasses(styles.card, look !== "card" && styles[look])}
    >
      <SkeletonItem className={mergeClasses(styles.cover, look === "row" && styles.rowCover)} />
      <div className={styles.text}>
        <SkeletonItem size={28} />
        {look !== "row" && (
          <>
            <SkeletonItem size={28} className={styles.short} />
            <SkeletonItem size={20} />
            <SkeletonItem size={20} />
            <SkeletonItem size={20} />
          </>
        )}
        <SkeletonItem size={16} className={styles.short} />
      </div>
    </Skeleton>
  );
}
