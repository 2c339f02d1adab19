import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Discount } from "../../../../src-shared/api/billing.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { setDiscount } from "../../../purchase/purchase-store.ts";
import { tokens } from "../../../theme/tokens.ts";

const useStyles = makeStyles({
  accepted: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  code: { fontWeight: 600 },
  description: { color: tokens.colorNeutralForeground2 },
  remove: { minHeight: "44px" },
});

/** The accepted code, with what it takes off and the way to remove it. */
export function AcceptedCode({ discount }: { discount: Discount }) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  return (
    <div className={styles.accepted} role="status">
      <span className={styles.code}>{discount.code}</span>
      <span className={styles.description}>
        {discount.description} (−{money(discount.amount)})
      </span>
      <Button appearance="subtle" className={styles.remove} onClick={() => setDiscount(null)}>
        {t("discount.remove")}
      </Button>
    </div>
  );
}
