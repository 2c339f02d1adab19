import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { loadDrawings } from "#renderer/components/cover-art/picture.tsx";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useTeaserLayout, type TeaserLook } from "./teaser-layout.ts";

const useStyles = makeStyles({
  cover: { aspectRatio: "16 / 9", height: "auto", borderRadius: tokens.borderRadiusXLarge },
  rowCover: { aspectRatio: "4 / 3" },
  text: { display: "grid", gap: "10px" },
  short: { width: "60%" },
  // A summary has two lines there.
  third: { [media.phone]: { display: "none" } },
});

type TeaserSkeletonProps = { look?: TeaserLook };

/** Placeholder in the shape of a card. Fetches the code that draws the cover, while its data come. */
export function TeaserSkeleton({ look = "card" }: TeaserSkeletonProps) {
  const styles = useStyles();
  const layout = useTeaserLayout();
  const { t } = useTranslation();
  useEffect(loadDrawings, []);
  return (
    <Skeleton
      aria-label={t("loading")}
      className={mergeClasses(layout.card, look !== "card" && layout[look])}
    >
      <SkeletonItem className={mergeClasses(styles.cover, look === "row" && styles.rowCover)} />
      <div className={styles.text}>
        <SkeletonItem size={28} />
        {look !== "row" && (
          <>
            <SkeletonItem size={28} className={styles.short} />
            <SkeletonItem size={20} />
            <SkeletonItem size={20} />
            <SkeletonItem size={20} className={styles.third} />
          </>
        )}
        <SkeletonItem size={16} className={styles.short} />
      </div>
    </Skeleton>
  );
}
