import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute } from "#shared/routes.ts";
import { brand } from "#renderer/platform/brand.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { LanguageSwitch } from "#renderer/components/language-switch.tsx";
import { Logo } from "#renderer/components/logo.tsx";
import { useIsInBrowser } from "#renderer/components/use-is-in-browser.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { type MenuEntry, useMenu } from "../../menus.ts";
import { MenuLink } from "../menu-link.tsx";

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
    // The brand takes two columns beside the four groups.
    gridTemplateColumns: "repeat(6, minmax(0, 1fr))",
    gap: "32px 24px",
    [media.belowTablet]: {
      gridTemplateColumns: "repeat(4, minmax(0, 1fr))",
      paddingTop: "40px",
      paddingBottom: "24px",
    },
    [media.phone]: { gridTemplateColumns: "1fr 1fr" },
  },
  tagline: { margin: "12px 0 0", maxWidth: "34ch", color: tokens.colorOnDeepMuted },
  brand: {
    gridColumn: "span 2",
    [media.belowTablet]: { gridColumn: "1 / -1" },
  },
  small: {
    fontSize: "15px",
    "& ul": { display: "contents" },
    "& li": { marginLeft: "-12px" },
    // The titles of the groups, which still name them.
    "& nav > div": { display: "contents" },
    "& nav p": { display: "none" },
  },
  smallContent: {
    display: "flex",
    flexWrap: "wrap",
    gap: "0 12px",
    paddingTop: "12px",
    paddingBottom: "12px",
    [media.belowTablet]: { paddingTop: "12px", paddingBottom: "12px" },
    "> :last-child": { flexBasis: "100%", paddingTop: "8px", borderTopStyle: "none" },
  },
  // The groups of both menus are cells of one grid.
  menu: { display: "contents" },
  groupTitle: { margin: "0 0 4px", color: tokens.colorOnDeepMuted, fontWeight: 600 },
  links: { margin: "0 -12px", padding: 0, listStyleType: "none" },
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

type GroupProps = { title: string; entries: MenuEntry[]; children?: ReactNode };

/** A headed list of links; `children` are further items. */
function Group({ title, entries, children }: GroupProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <div>
      <p id={id} className={styles.groupTitle}>
        {title}
      </p>
      <ul aria-labelledby={id} className={styles.links}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <MenuLink entry={entry} look="plain" />
          </li>
        ))}
        {children}
      </ul>
    </div>
  );
}

/** The routes of registration and payment, on which the footer is small: nothing should lead astray. */
const smallFooterRoutes = new Set(["register", "registrationPayment", "checkout", "subscribe"]);

/** How many of the brand’s social links are shown. */
const shownSocialLinks = 2;

function SocialLinks() {
  const styles = useStyles();
  const { t } = useTranslation();
  return brand.social.slice(0, shownSocialLinks).map(({ name, url }) => (
    <li key={url}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={styles.external}
        aria-label={t("opensNewWindow", { label: name })}
      >
        {name}
      </a>
    </li>
  ));
}

/** Links in groups, social media, and the copyright line with the current year (specification, section 2). */
export function PublicFooter() {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["common", "brand"]);
  const portal = useMenu("footerPortal");
  const membership = useMenu("footerMembership");
  const contact = useMenu("footerContact");
  const news = useMenu("footerNews");
  const isInBrowser = useIsInBrowser();
  const [year] = useState(() => businessDay(Date.now()).slice(0, 4));
  const route = matchRoute(useLocation().pathname);
  const isSmall = route !== null && smallFooterRoutes.has(route);
  return (
    <footer className={mergeClasses(styles.footer, isSmall && styles.small)}>
      <div className={mergeClasses(frame, styles.content, isSmall && styles.smallContent)}>
        {!isSmall && (
          <div className={styles.brand}>
            <Logo onDark />
            <p className={styles.tagline}>{t("brand:tagline", { defaultValue: "" })}</p>
          </div>
        )}
        <nav aria-label={t("footerMenu")} className={styles.menu}>
          <Group title={brand.name} entries={portal} />
          <Group title={t("footer.membership")} entries={membership} />
          <Group title={t("footer.contact")} entries={contact}>
            <SocialLinks />
          </Group>
        </nav>
        <nav aria-label={t("newsMenu")} className={styles.menu}>
          <Group title={t("newsMenu")} entries={news} />
        </nav>
        <div className={styles.last}>
          {/* A page of the server may be of the year before: the key has it rendered again. */}
          <span key={String(isInBrowser)} suppressHydrationWarning>
            {t("copyright", { year, owner: brand.owner })}
          </span>
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}
