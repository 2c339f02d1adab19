import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router-dom";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { rememberedPlace } from "#renderer/session/remembered-place.ts";
import { tokens } from "#renderer/theme/tokens.ts";
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
  current: { fontWeight: 600 },
  inlineCurrent: { boxShadow: `inset 0 -3px 0 ${tokens.colorAccent}` },
  plain: { ":hover": { textDecorationLine: "underline" } },
  stacked: { display: "flex", width: "100%", fontSize: "18px" },
  stackedCurrent: { boxShadow: `inset 3px 0 0 ${tokens.colorAccent}` },
});

type MenuLinkProps = {
  entry: MenuEntry;
  icon?: ReactNode;
  /** inline: in a header; stacked: in a drawer; plain: in the footer. */
  look?: "inline" | "stacked" | "plain";
  onFollow?: () => void;
};

/** Link of a menu, marked on its own page. */
export function MenuLink({ entry, icon, look = "inline", onFollow }: MenuLinkProps) {
  const styles = useStyles();
  const { t } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const follow = () => {
    if (entry.id === "login" || entry.id === "register") {
      rememberedPlace.comeBack(pathname + search + hash, entry.id);
    }
    onFollow?.();
  };
  return (
    <NavLink
      to={useLocalised(entry.path)}
      end={entry.path === "/"}
      className={({ isActive }) =>
        mergeClasses(
          styles.link,
          look !== "inline" && styles[look],
          isActive && styles.current,
          isActive && look === "inline" && styles.inlineCurrent,
          isActive && look === "stacked" && styles.stackedCurrent,
        )
      }
      onClick={follow}
    >
      {icon}
      {t(`menu.${entry.id}`)}
    </NavLink>
  );
}
