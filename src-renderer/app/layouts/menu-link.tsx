import { makeStyles, mergeClasses } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { useLocalised } from "#renderer/components/use-localised.ts";
import { returnAddress } from "#renderer/session/return-address.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { isCurrentEntry, useMenuTexts, type MenuEntry } from "../menus.ts";

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

export function MenuLink({ entry, icon, look = "inline", onFollow }: MenuLinkProps) {
  const styles = useStyles();
  const textOf = useMenuTexts();
  const location = useLocation();
  const { id, path } = entry;
  const isSignIn = id === "login" || id === "register";
  // Carries the chosen plan over between login and registration.
  const plan = isSignIn && new URLSearchParams(location.search).get("plan");
  const to = plan ? `${path}?${new URLSearchParams({ plan })}` : path;
  const isCurrent = isCurrentEntry(entry, location);
  const follow = () => {
    if (isSignIn) {
      const { pathname, search, hash } = location;
      returnAddress.rememberForLink(pathname + search + hash, id);
    }
    onFollow?.();
  };
  return (
    <Link
      to={useLocalised(to)}
      className={mergeClasses(
        styles.link,
        look !== "inline" && styles[look],
        isCurrent && styles.current,
        isCurrent && look === "inline" && styles.inlineCurrent,
        isCurrent && look === "stacked" && styles.stackedCurrent,
      )}
      {...(isCurrent && { "aria-current": "page" })}
      onClick={follow}
    >
      {icon}
      {textOf(id)}
    </Link>
  );
}
