import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { CartRegular, PersonRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";
import { routePath } from "#shared/routes.ts";
import { usePurchase } from "#renderer/purchase/purchase-store.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

export const useHeaderLinks = makeStyles({
  link: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "8px",
    minHeight: "44px",
    minWidth: "44px",
    boxSizing: "border-box",
    borderRadius: tokens.borderRadiusMedium,
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  cart: { gap: "6px" },
  account: { padding: "0 8px" },
  count: { fontWeight: 700 },
  name: {
    maxWidth: "18ch",
    [media.wide]: { maxWidth: "28ch" },
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    [media.phone]: { display: "none" },
  },
});

/** Shows the link to the cart, once there is something in it. */
export function CartLink() {
  const styles = useHeaderLinks();
  const { t } = useTranslation();
  const items = usePurchase((state) => state.purchaseItems);
  if (items.length === 0) return null;
  const count = items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <NavLink
      to={routePath("checkout")}
      className={mergeClasses(styles.link, styles.cart)}
      aria-label={t("cart", { count })}
    >
      <CartRegular fontSize={20} />
      <span className={styles.count}>{count}</span>
    </NavLink>
  );
}

/** Shows the name of the user as a link to the dashboard. */
export function AccountLink() {
  const styles = useHeaderLinks();
  const { t } = useTranslation();
  const user = useUser();
  if (!user) return null;
  const who = user.name || user.email || t("account");
  return (
    <NavLink
      to={routePath("dashboard")}
      className={mergeClasses(styles.link, styles.account)}
      aria-label={t("accountOf", { who })}
    >
      <PersonRegular fontSize={20} />
      <span className={styles.name}>{who}</span>
    </NavLink>
  );
}
