import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavigationType, useLocation } from "react-router-dom";
import { isAdmin } from "#shared/active-member.ts";
import type { User } from "#shared/api/user.ts";
import { accountPath, dogsPath, routePath } from "#shared/routes.ts";
import { useFrame } from "#renderer/components/frame.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { usePageTitle } from "#renderer/components/page.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { TabLinks } from "#renderer/components/tab-links.tsx";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { media } from "#renderer/theme/tokens.ts";
import { AdminNotice } from "#renderer/features/account/second-factor/admin-notice.tsx";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { useArrival } from "../arrival.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { adminSectionOf, type AdminSection } from "./dashboard/admin-section.ts";
import { DashboardHome } from "./dashboard/dashboard-home.tsx";
import { dashboardTabOf, type DashboardTab } from "./dashboard/dashboard-tab.ts";
import { TrainingTab } from "./dashboard/training-tab.tsx";

// Large, and rarely needed: many forms.
const AccountSection = lazyChunk(
  () => import("#renderer/features/account/account-section.tsx"),
  TabPlaceholder,
);

const DogsSection = lazyChunk(
  () => import("#renderer/features/dogs/dogs-section.tsx"),
  TabPlaceholder,
);

const DiarySection = lazyChunk(
  () => import("#renderer/features/training/diary/diary-section.tsx"),
  TabPlaceholder,
);

const loadAdminFrame = () => import("./dashboard/admin/admin-frame.tsx");

const AdminTabs = lazyChunk<{ current: AdminSection | null }>(
  async () => ({ default: (await loadAdminFrame()).AdminTabs }),
  AdminTabsSpace,
);

const AdminSectionPage = lazyChunk<{ section: AdminSection }>(
  async () => ({ default: (await loadAdminFrame()).AdminSectionPage }),
  TabPlaceholder,
);
const AdminBoard = lazyChunk(
  async () => ({ default: (await loadAdminFrame()).AdminOverview }),
  BoardSpace,
);

const usePlaceholderStyles = makeStyles({
  // About the height of the board.
  board: { minHeight: "570px", [media.belowTablet]: { minHeight: "1010px" } },
  // The height of the tabs: nothing moves when they arrive.
  tabs: { height: "57px", [media.phone]: { height: "49px" } },
  // Keeps the footer below the window: it would jump when the tab is shown.
  root: { minHeight: "100vh", maxWidth: "480px" },
});

function AdminTabsSpace() {
  return <div className={usePlaceholderStyles().tabs} />;
}

function BoardSpace() {
  return <div className={usePlaceholderStyles().board} />;
}

function TabPlaceholder() {
  const styles = usePlaceholderStyles();
  return (
    <div className={styles.root}>
      <LoadingLines lines={8} />
    </div>
  );
}

const useStyles = makeStyles({
  root: {
    paddingTop: "48px",
    paddingBottom: "80px",
    [media.phone]: { paddingTop: "20px", paddingBottom: "56px" },
  },
  tabs: {
    marginTop: "12px",
    marginBottom: "32px",
    [media.phone]: { marginTop: "4px", marginBottom: "20px" },
  },
  noTabs: { height: "24px" },
  board: { marginBottom: "32px" },
});

/** Links to the tabs for users without a membership; members have them in their menus. */
function DashboardTabs({ current }: { current: DashboardTab }) {
  const styles = useStyles();
  const { t } = useTranslation(["account", "titles"]);
  const dogs = {
    to: dogsPath,
    text: t("tabs.dogs"),
    isCurrent: current === "dogs",
    onPointerEnter: () => void DogsSection.load(),
  };
  return (
    <TabLinks
      label={t("titles:dashboard")}
      className={styles.tabs}
      tabs={[
        { to: routePath("dashboard"), text: t("tabs.home"), isCurrent: current === "home" },
        ...(isPartOn(brand, "dogs") ? [dogs] : []),
        {
          to: accountPath,
          text: t("tabs.account"),
          isCurrent: current === "account",
          onPointerEnter: () => void AccountSection.load(),
        },
      ]}
    />
  );
}

/** Shows a tab once it was opened. Afterwards it is only hidden, to keep what was typed in its forms. */
function TabPanel({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return <div hidden={!isShown}>{(isShown || wasShown) && children}</div>;
}

/** Returns the ref of the heading, focused at a change of the tab; a new tab is shown from its top. */
function useTabHeading(tab: DashboardTab, title: string) {
  const heading = usePageTitle(title);
  const shown = useRef(tab);
  const type = useArrival();
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

type DashboardProps = {
  user: User;
  tab: DashboardTab;
  /** Links to the tabs, where no menu has them. */
  tabs?: ReactNode;
  /** Stands above the first tab. */
  above?: ReactNode;
};

function Dashboard({ user, tab, tabs, above }: DashboardProps) {
  const styles = useStyles();
  const { frame } = useFrame();
  const { t } = useTranslation(["account", "common"]);
  const firstName = user.name?.trim().split(/\s+/)[0];
  const greeting = firstName ? t("welcome", { who: firstName }) : t("welcomeNobody");
  const titles = {
    home: greeting,
    training: t("common:menu.training"),
    dogs: t("common:menu.dogs"),
    account: t("common:menu.account"),
  };
  const heading = useTabHeading(tab, tab === "home" ? t("common:menu.dashboard") : titles[tab]);
  return (
    <div className={mergeClasses(frame, styles.root)}>
      <Heading level={1} ref={heading}>
        {titles[tab]}
      </Heading>
      {tabs || <div className={styles.noTabs} />}
      {user.lacksAdminFactor && <AdminNotice />}
      <TabPanel isShown={tab === "home"}>
        {above}
        <DashboardHome user={user} />
      </TabPanel>
      <TabPanel isShown={tab === "training"}>
        <TrainingTab loading={<TabPlaceholder />}>
          <DiarySection />
        </TrainingTab>
      </TabPanel>
      <TabPanel isShown={tab === "dogs"}>
        <DogsSection />
      </TabPanel>
      <TabPanel isShown={tab === "account"}>
        <AccountSection user={user} />
      </TabPanel>
    </div>
  );
}

/** The board of an admin, in a room of its height. */
function BoardPart() {
  return (
    <div className={mergeClasses(usePlaceholderStyles().board, useStyles().board)}>
      <ErrorBoundary isOptional>
        <AdminBoard />
      </ErrorBoundary>
    </div>
  );
}

/**
 * The user's home: what is new, and the diary, the dogs and the account as tabs of it, which the address names. Menus of members lead
 * to them; an admin's home has links to the sections for admins. It is one tree for everybody: a form stays when the rights of the user
 * change, as do recovery codes, which are shown once, to an admin who gets the rights with them.
 */
export default function DashboardPage() {
  const user = useUser();
  const isActive = useIsActiveMember();
  const location = useLocation();
  const named = dashboardTabOf(location);
  // The diary is for members.
  const tab = named === "training" && !isActive ? "home" : named;
  if (!user) return null; // just logged out, and the guard is about to navigate
  const isForAdmin = isAdmin(user);
  const section = isForAdmin ? adminSectionOf(location) : null;
  return (
    <>
      {isForAdmin && (section || tab === "home") && <AdminTabs current={section} />}
      {section ? (
        <AdminSectionPage key={section} section={section} />
      ) : (
        <Dashboard
          user={user}
          tab={tab}
          tabs={!isActive && <DashboardTabs current={tab} />}
          above={isForAdmin && <BoardPart />}
        />
      )}
    </>
  );
}
