import { makeStyles, Skeleton, SkeletonItem } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { tokens } from "../../../theme/tokens.ts";

const useStyles = makeStyles({
  payment: { display: "grid", gap: "16px" },
  row: { display: "flex", justifyContent: "space-between", gap: "32px" },
  due: { paddingTop: "16px", borderTop: `1px solid ${tokens.colorNeutralStroke1}` },
  name: { width: "55%" },
  price: { width: "72px" },
  button: { height: "44px", marginTop: "16px", borderRadius: tokens.borderRadiusMedium },
});

/** Placeholder for a price with its payment: lines, sum, what follows, consent and button. */
export function PaymentSkeleton() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <Skeleton aria-label={t("loading")} className={styles.payment}>
      <div className={styles.row}>
        <SkeletonItem size={20} className={styles.name} />
        <SkeletonItem size={20} className={styles.price} />
      </div>
      <div className={styles.due}>
        <div className={styles.row}>
          <SkeletonItem size={28} className={styles.name} />
          <SkeletonItem size={28} className={styles.price} />
        </div>
      </div>
      <SkeletonItem size={16} />
      <SkeletonItem size={16} className={styles.name} />
      <SkeletonItem size={16} className={styles.button} />
    </Skeleton>
  );
}
