import { makeStyles } from "@fluentui/react-components";
import { PersonRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router-dom";
import type { User } from "../../../src-shared/api/user.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { media, tokens } from "../../theme/tokens.ts";

const useStyles = makeStyles({
  link: {
    display: "inline-flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "44px",
    minWidth: "44px",
    justifyContent: "center",
    padding: "0 8px",
    boxSizing: "border-box",
    borderRadius: tokens.borderRadiusMedium,
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  name: {
    maxWidth: "18ch",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    [media.phone]: { display: "none" },
  },
});

/** The user's name, leading to the dashboard (ruling 11). */
export function AccountLink({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const who = user.name || user.email || t("account");
  return (
    <NavLink
      to={routePath("dashboard")}
      className={styles.link}
      aria-label={t("accountOf", { who })}
    >
      <PersonRegular fontSize={20} />
      <span className={styles.name}>{who}</span>
    </NavLink>
  );
}
