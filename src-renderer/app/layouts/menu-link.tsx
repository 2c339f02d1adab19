import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";
import { tokens } from "../../theme/tokens.ts";
import { pageOf } from "../pages.ts";
import type { MenuEntry } from "../menus.ts";

const useStyles = makeStyles({
  link: {
    display: "inline-flex",
    alignItems: "center",
    gap: "12px",
    minHeight: "44px",
    padding: "0 12px",
    boxSizing: "border-box",
    borderRadius: tokens.borderRadiusMedium,
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  current: { fontWeight: 600, boxShadow: `inset 0 -3px 0 ${tokens.colorAccent}` },
  stacked: { display: "flex", width: "100%", fontSize: "18px" },
  stackedCurrent: { boxShadow: `inset 3px 0 0 ${tokens.colorAccent}` },
});

type MenuLinkProps = {
  entry: MenuEntry;
  icon?: ReactNode;
  /** One below the other, as in a drawer. */
  stacked?: boolean;
  onFollow?: () => void;
};

/** An entry of a menu, marked when it is the page one is on. Pointing at it fetches the page. */
export function MenuLink({ entry, icon, stacked = false, onFollow }: MenuLinkProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const preload = () => void pageOf(entry.id).catch(() => {});
  return (
    <NavLink
      to={entry.path}
      end={entry.path === "/"}
      className={({ isActive }) =>
        mergeClasses(
          styles.link,
          stacked && styles.stacked,
          isActive && styles.current,
          isActive && stacked && styles.stackedCurrent,
        )
      }
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onFollow}
    >
      {icon}
      {t(`menu.${entry.id}`)}
    </NavLink>
  );
}
