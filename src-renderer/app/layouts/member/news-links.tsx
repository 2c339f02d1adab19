import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { useMenu } from "../../menus.ts";
import { MenuLink } from "../menu-link.tsx";

const useStyles = makeStyles({
  links: {
    display: "flex",
    justifyContent: "flex-end",
    padding: "0 24px 12px",
    color: tokens.colorNeutralForeground3,
    // Small screens have these links in the drawer.
    [media.belowTablet]: { display: "none" },
    [media.print]: { display: "none" },
  },
});

/** Links to announcements and regulations below the pages of the member area. */
export function NewsLinks() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <nav aria-label={t("newsMenu")} className={styles.links}>
      {useMenu("news").map((entry) => (
        <MenuLink key={entry.id} entry={entry} look="plain" />
      ))}
    </nav>
  );
}
