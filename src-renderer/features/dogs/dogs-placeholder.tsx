import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";

const useStyles = makeStyles({
  // Keeps the footer below the window: it would jump when the dogs are shown.
  root: { display: "grid", gap: "24px", alignContent: "start", minHeight: "100vh" },
  lead: { maxWidth: "66ch" },
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 480px), 1fr))",
    gap: "24px",
  },
  card: { height: "320px", borderRadius: "16px" },
});

/** Placeholder for the user's dogs while their code or they themselves load. */
export function DogsPlaceholder() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.root}>
      <SkeletonItem size={20} className={styles.lead} />
      <div className={styles.list}>
        <SkeletonItem className={styles.card} />
      </div>
    </Skeleton>
  );
}
