import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { SearchRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { routePath } from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";
import { Logo } from "#renderer/components/logo.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useMenu } from "../../menus.ts";
import { AccountLink, CartLink, useHeaderLinks } from "../header-links.tsx";
import { MenuButton } from "../menu-button.tsx";
import { MenuLink } from "../menu-link.tsx";

const useStyles = makeStyles({
  header: {
    position: "sticky",
    top: 0,
    zIndex: 10,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.low]: { position: "static" },
    [media.print]: { display: "none" },
  },
  content: {
    minHeight: "64px",
    display: "flex",
    alignItems: "center",
    gap: "16px",
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
    // The text of the language switch ends at the edge, on small screens the icon of the menu button.
    marginRight: "-8px",
    [media.belowTablet]: { marginLeft: "auto", marginRight: "-10px" },
  },
  // Phones have no room beside cart, account, language and menu.
  search: { [media.phone]: { display: "none" } },
  narrow: { display: "none", [media.belowTablet]: { display: "contents" } },
});

/** The header of the public site; on small screens its menu is a drawer (specification, section 2). */
export function PublicHeader() {
  const styles = useStyles();
  const { frame } = useFrame();
  const { link } = useHeaderLinks();
  const { t } = useTranslation(["common", "titles"]);
  // Reviewers need no membership.
  const entries = useMenu("public").toSpliced(-1, 0, ...useMenu("review"));
  return (
    <header className={styles.header}>
      <div className={mergeClasses(frame, styles.content)}>
        <Logo />
        <nav aria-label={t("mainMenu")} className={styles.nav}>
          {entries.map((entry) => (
            <MenuLink key={entry.id} entry={entry} />
          ))}
        </nav>
        <div className={styles.tools}>
          <Link
            to={routePath("search")}
            className={mergeClasses(link, styles.search)}
            aria-label={t("titles:search")}
          >
            <SearchRegular fontSize={20} />
          </Link>
          <CartLink />
          <AccountLink />
          <LanguageSwitch isShort />
          <div className={styles.narrow}>
            <MenuButton groups={[{ label: t("mainMenu"), entries }]} />
          </div>
        </div>
      </div>
    </header>
  );
}
