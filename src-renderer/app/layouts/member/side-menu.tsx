import { Button, makeStyles, mergeClasses, Tooltip } from "@fluentui/react-components";
import { PanelLeftContractRegular, PanelLeftExpandRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { routePath } from "#shared/routes.ts";
import { Logo, LogoMark } from "#renderer/components/logo.tsx";
import { setPreference, usePreferences } from "#renderer/preferences/preferences-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { isCurrentEntry, useMenu, useMenuTexts, type MenuEntry } from "../../menus.ts";
import { menuIcons } from "../menu-icons.ts";

/** Widths in px (specification, section 9). */
const width = { open: 240, collapsed: 64 } as const;

const useStyles = makeStyles({
  aside: {
    boxSizing: "border-box",
    width: `${width.open}px`,
    flexShrink: 0,
    height: "100vh",
    position: "sticky",
    top: 0,
    overflowY: "auto",
    overflowX: "hidden",
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    padding: "12px",
    backgroundColor: tokens.colorNeutralBackground2,
    transitionProperty: "width",
    transitionDuration: "160ms",
    transitionTimingFunction: "ease-out",
    [media.belowTablet]: { display: "none" },
    [media.print]: { display: "none" },
  },
  collapsed: { width: `${width.collapsed}px`, padding: "12px 8px" },
  brand: { padding: "0 8px 16px" },
  nav: { display: "flex", flexDirection: "column", gap: "4px" },
  own: {
    flexGrow: 1,
    marginTop: "8px",
    paddingTop: "12px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  link: {
    display: "flex",
    alignItems: "center",
    gap: "14px",
    minHeight: "44px",
    padding: "0 12px",
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    whiteSpace: "nowrap",
    ":hover": { backgroundColor: tokens.colorNeutralBackground3 },
  },
  current: {
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    boxShadow: `inset 3px 0 0 ${tokens.colorAccent}`,
  },
  toggle: { justifyContent: "flex-start", minHeight: "44px" },
});

function SideLink({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
  const styles = useStyles();
  const textOf = useMenuTexts();
  const Icon = menuIcons[entry.id];
  const label = textOf(entry.id);
  const isCurrent = isCurrentEntry(entry, useLocation());
  const link = (
    <Link
      to={entry.path}
      aria-label={label}
      className={mergeClasses(styles.link, isCurrent && styles.current)}
      {...(isCurrent && { "aria-current": "page" })}
    >
      <Icon fontSize={22} aria-hidden />
      {!collapsed && label}
    </Link>
  );
  return collapsed ? (
    <Tooltip content={label} relationship="label" positioning="after">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** The collapsible side menu; its state is remembered (specification, section 2). */
export function SideMenu() {
  const styles = useStyles();
  const { t } = useTranslation();
  const collapsed = usePreferences((state) => state.menuCollapsed);
  const entries = useMenu("memberSide");
  const own = useMenu("memberOwn");
  const review = useMenu("review");
  const toggle = t(collapsed ? "expandMenu" : "collapseMenu");
  return (
    <aside className={mergeClasses(styles.aside, collapsed && styles.collapsed)}>
      <div className={styles.brand}>
        {collapsed ? <LogoMark onDark /> : <Logo onDark to={routePath("dashboard")} />}
      </div>
      <nav aria-label={t("memberMenu")} className={styles.nav}>
        {entries.map((entry) => (
          <SideLink key={entry.id} entry={entry} collapsed={collapsed} />
        ))}
      </nav>
      <nav aria-label={t("ownMenu")} className={mergeClasses(styles.nav, styles.own)}>
        {own.map((entry) => (
          <SideLink key={entry.id} entry={entry} collapsed={collapsed} />
        ))}
      </nav>
      {review.length > 0 && (
        <nav aria-label={t("reviewMenu")}>
          {review.map((entry) => (
            <SideLink key={entry.id} entry={entry} collapsed={collapsed} />
          ))}
        </nav>
      )}
      <Button
        appearance="subtle"
        className={styles.toggle}
        icon={collapsed ? <PanelLeftExpandRegular /> : <PanelLeftContractRegular />}
        aria-label={toggle}
        aria-expanded={!collapsed}
        onClick={() => setPreference("menuCollapsed", !collapsed)}
      >
        {!collapsed && toggle}
      </Button>
    </aside>
  );
}
