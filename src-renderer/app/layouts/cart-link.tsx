import { makeStyles } from "@fluentui/react-components";
import { CartRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";
import { routePath } from "../../../src-shared/routes.ts";
import { usePurchase } from "../../purchase/purchase-store.ts";
import { tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  link: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "6px",
    minHeight: "44px",
    minWidth: "44px",
    borderRadius: tokens.borderRadiusMedium,
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  count: { fontWeight: 700 },
});

/** The cart, once there is something in it. */
export function CartLink() {
  const styles = useStyles();
  const { t } = useTranslation();
  const items = usePurchase((state) => state.purchaseItems);
  if (items.length === 0) return null;
  const count = items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <NavLink to={routePath("checkout")} className={styles.link} aria-label={t("cart", { count })}>
      <CartRegular fontSize={20} />
      <span className={styles.count}>{count}</span>
    </NavLink>
  );
}
