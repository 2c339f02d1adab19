import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { LanguageSwitch } from "../../components/language-switch.tsx";
import { Logo } from "../../components/logo.tsx";
import { contentWidth, media, tokens } from "../../theme/tokens.ts";
import { useMenu } from "../menus.ts";
import { HeaderLinks } from "./header-links.tsx";
import { MenuButton } from "./menu-button.tsx";
import { MenuLink } from "./menu-link.tsx";

const useStyles = makeStyles({
  header: {
    position: "sticky",
    top: 0,
    zIndex: 10,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.print]: { display: "none" },
  },
  content: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    minHeight: "64px",
    margin: "0 auto",
    padding: "0 24px",
    display: "flex",
    alignItems: "center",
    gap: "16px",
    [media.phone]: { padding: "0 16px" },
  },
  nav: {
    flexGrow: 1,
    display: "flex",
    justifyContent: "flex-end",
    gap: "4px",
    [media.belowTablet]: { display: "none" },
  },
  tools: {
    display: "flex",
    alignItems: "center",
    gap: "4px",
    [media.belowTablet]: { marginLeft: "auto" },
  },
  wide: { display: "contents", [media.belowTablet]: { display: "none" } },
  narrow: { display: "none", [media.belowTablet]: { display: "contents" } },
});

/** The header of the public site; on small screens its menu is a drawer (specification, section 2). */
export function PublicHeader() {
  const styles = useStyles();
  const { t } = useTranslation();
  const entries = useMenu("public");
  return (
    <header className={styles.header}>
      <div className={styles.content}>
        <Logo />
        <nav aria-label={t("mainMenu")} className={styles.nav}>
          {entries.map((entry) => (
            <MenuLink key={entry.id} entry={entry} />
          ))}
        </nav>
        <div className={styles.tools}>
          <HeaderLinks />
          <div className={styles.wide}>
            <LanguageSwitch />
          </div>
          <div className={styles.narrow}>
            <MenuButton label={t("mainMenu")} groups={[entries]} />
          </div>
        </div>
      </div>
    </header>
  );
}
