import { makeStyles, Skeleton, SkeletonItem } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { contentWidth, media } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  root: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    // The footer stays below the window: it would jump when the page comes.
    minHeight: "100vh",
    margin: "0 auto",
    padding: "48px 24px 80px",
    display: "grid",
    alignContent: "start",
    gap: "16px",
    // A page that comes at once shows no skeleton before.
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: "150ms",
    animationDelay: "150ms",
    animationFillMode: "both",
    [media.phone]: { padding: "24px 16px 56px" },
  },
  title: { width: "min(60%, 420px)" },
  lead: { width: "min(85%, 640px)", marginBottom: "24px" },
});

/** A page that is on its way: heading, lead, body. */
export function PageSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.root}>
      <SkeletonItem size={48} className={styles.title} />
      <SkeletonItem size={20} className={styles.lead} />
      <SkeletonItem size={128} />
      <SkeletonItem size={128} />
    </Skeleton>
  );
}
