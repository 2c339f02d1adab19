import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import type { User } from "../../../src-shared/api/user.ts";
import { accountPath, routePath } from "../../../src-shared/routes.ts";
import { useFrame } from "../../components/frame.ts";
import { Heading } from "../../components/heading.tsx";
import { lazyChunk } from "../../components/load-chunk.ts";
import { usePageTitle } from "../../components/page.tsx";
import { LoadingLines } from "../../components/states.tsx";
import { isAccountTab } from "../../features/account/account-address.ts";
import { useUser } from "../../session/session-store.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { DashboardHome } from "./dashboard/dashboard-home.tsx";

// Large, and rarely needed: many forms.
const AccountSection = lazyChunk(
  () => import("../../features/account/account-section.tsx"),
  () => <LoadingLines lines={12} />,
);

const useStyles = makeStyles({
  root: {
    paddingTop: "40px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "20px", paddingBottom: "56px" },
  },
  tabs: {
    display: "flex",
    gap: "24px",
    marginTop: "12px",
    marginBottom: "32px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.phone]: { marginTop: "4px", marginBottom: "20px" },
  },
  tab: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "none",
    ":hover": { color: tokens.colorNeutralForeground1 },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    boxShadow: `inset 0 -2px 0 ${tokens.colorAccent}`,
  },
});

const tabs = { home: routePath("dashboard"), account: accountPath } as const;
type Tab = keyof typeof tabs;

function TabLinks({ current }: { current: Tab }) {
  const styles = useStyles();
  const { t } = useTranslation(["account", "titles"]);
  return (
    <nav aria-label={t("titles:dashboard")} className={styles.tabs}>
      {(["home", "account"] satisfies Tab[]).map((tab) => (
        <Link
          key={tab}
          to={tabs[tab]}
          className={mergeClasses(styles.tab, tab === current && styles.current)}
          {...(tab === current && { "aria-current": "page" })}
          {...(tab === "account" && { onPointerEnter: () => void AccountSection.load() })}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Shows a tab once it was opened. Afterwards it is only hidden, to keep what was typed in its forms. */
function TabPanel({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return <div hidden={!isShown}>{(isShown || wasShown) && children}</div>;
}

/**
 * Returns the ref of the page's heading, which gets the focus at a change of the tab as after any
 * navigation; a new tab is shown from its top, unless the address names a section.
 */
function useTabHeading(tab: Tab, title: string) {
  const heading = usePageTitle(title);
  const shown = useRef(tab);
  const type = useNavigationType();
  const { hash } = useLocation();
  useEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    if (hash) return;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [tab, hash, type, heading]);
  return heading;
}

function Dashboard({ user }: { user: User }) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["account", "titles"]);
  const tab = isAccountTab(useLocation()) ? "account" : "home";
  const greeting = user.name ? t("welcome", { who: user.name }) : t("welcomeNobody");
  const heading = useTabHeading(tab, tab === "home" ? t("titles:dashboard") : t("title"));
  return (
    <div className={mergeClasses(frame, styles.root)}>
      <Heading level={1} ref={heading}>
        {tab === "home" ? greeting : t("title")}
      </Heading>
      <TabLinks current={tab} />
      <TabPanel isShown={tab === "home"}>
        <DashboardHome user={user} />
      </TabPanel>
      <TabPanel isShown={tab === "account"}>
        <AccountSection user={user} />
      </TabPanel>
    </div>
  );
}

/** The user's home: what is new, and the account as a tab of it, which the address names. */
export default function DashboardPage() {
  const user = useUser();
  return user && <Dashboard user={user} />; // none: just logged out, and the guard is about to navigate
}
