import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import brand from "../../../resources/brand/brand.json";
import { useFrame } from "../../components/frame.ts";
import { LanguageSwitch } from "../../components/language-switch.tsx";
import { Logo } from "../../components/logo.tsx";
import { media, tokens } from "../../theme/tokens.ts";
import { useMenu } from "../menus.ts";
import { MenuLink } from "./menu-link.tsx";

const useStyles = makeStyles({
  footer: {
    backgroundColor: tokens.colorDeep,
    color: tokens.colorOnDeep,
    [media.print]: { display: "none" },
  },
  content: {
    paddingTop: "56px",
    paddingBottom: "32px",
    display: "grid",
    gridTemplateColumns: "minmax(220px, 2fr) 3fr 1fr",
    gap: "32px 48px",
    [media.belowTablet]: { gridTemplateColumns: "1fr", paddingTop: "40px", paddingBottom: "24px" },
  },
  tagline: { margin: "12px 0 0", maxWidth: "34ch", color: tokens.colorOnDeepMuted },
  links: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))",
    alignContent: "start",
    margin: "0 -12px",
  },
  external: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    padding: "0 12px",
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
  },
  last: {
    gridColumn: "1 / -1",
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    alignItems: "center",
    gap: "8px 24px",
    paddingTop: "24px",
    borderTop: "1px solid rgba(255, 255, 255, 0.18)",
    color: tokens.colorOnDeepMuted,
  },
});

/** Links, social media, and the copyright line with the current year (specification, section 2). */
export function PublicFooter() {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["common", "brand"]);
  const entries = useMenu("footer");
  const news = useMenu("news");
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className={styles.footer}>
      <div className={mergeClasses(frame, styles.content)}>
        <div>
          <Logo onDark />
          <p className={styles.tagline}>{t("brand:tagline", { defaultValue: "" })}</p>
        </div>
        <nav aria-label={t("footerMenu")} className={styles.links}>
          {entries.map((entry) => (
            <MenuLink key={entry.id} entry={entry} look="plain" />
          ))}
          {brand.social.map(({ name, url }) => (
            <a
              key={url}
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={styles.external}
              aria-label={t("opensNewWindow", { label: name })}
            >
              {name}
            </a>
          ))}
        </nav>
        <nav aria-label={t("newsMenu")} className={styles.links}>
          {news.map((entry) => (
            <MenuLink key={entry.id} entry={entry} look="plain" />
          ))}
        </nav>
        <div className={styles.last}>
          <span>{t("copyright", { year, owner: brand.owner })}</span>
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}
