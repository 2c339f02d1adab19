import { FluentProvider, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useState, useSyncExternalStore, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { loadDrawings } from "#renderer/components/cover-art/picture.tsx";
import { createChunk, useChunk } from "#renderer/components/load-chunk.ts";
import { loadMemberTexts } from "#renderer/i18n/i18n.ts";
import { useRetainedPage } from "#renderer/session/retained-page.ts";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { publicTheme } from "#renderer/theme/public-theme.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { matchRoute } from "#shared/routes.ts";
import { refreshUser } from "#renderer/session/start-session.ts";
import { ErrorBoundary } from "../error-boundary.tsx";
import { AreaBackground, StartScreen } from "./loading-screens.tsx";
import { LanguageOffer } from "./public/language-offer.tsx";
import { PublicFooter } from "./public/public-footer.tsx";
import { PublicHeader } from "./public/public-header.tsx";
import { MaintenanceBanner, OfflineStrip } from "./site-notices.tsx";
import { SetUpStrip } from "./set-up-strip.tsx";
import { ThankYouStrip } from "./thank-you-strip.tsx";
import { Banner, BannerButton } from "./banner.tsx";

/** Time between two requests for the state of a membership that is being activated. */
const activationPauseMs = 15_000;

/** Asks everybody but active members to pay (specification, section 4). */
function PayBanner() {
  const { t } = useTranslation();
  const active = useIsActiveMember();
  const pending = useUser()?.subscriptionPending ?? false;
  const { pathname } = useLocation();
  // The member area opens by itself, whatever page the user is on.
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => void refreshUser({ background: true }), activationPauseMs);
    return () => clearInterval(timer);
  }, [pending]);
  if (active || matchRoute(pathname) === "registrationPayment") return null;
  return (
    <Banner>
      {pending ? (
        t("payBanner.pending")
      ) : (
        <>
          <span>{t("payBanner.text")}</span>
          <BannerButton to="memberships">{t("payBanner.action")}</BannerButton>
        </>
      )}
    </Banner>
  );
}

/** The member area's menus and theme, with the texts of members. Nearly all of its pages have pictures. */
export const memberChrome = createChunk(async () => {
  loadDrawings();
  const [chrome] = await Promise.all([import("./member/member-chrome.tsx"), loadMemberTexts()]);
  return chrome;
});

const useStyles = makeStyles({
  // Fluent gives these classes to every menu, tooltip and dialog as well: colours only.
  public: { backgroundColor: tokens.colorNeutralBackground1 },
  member: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    colorScheme: "dark",
    [media.print]: { backgroundColor: "#ffffff", color: "#000000", colorScheme: "light" },
  },
  root: { minHeight: "100vh", display: "flex", [media.print]: { display: "block", minHeight: 0 } },
  column: {
    flexGrow: 1,
    minWidth: 0,
    display: "flex",
    flexDirection: "column",
    [media.print]: { display: "block" },
  },
  main: { flexGrow: 1, outline: "none" },
  // Keeps the links below the page out of the first screen, where they would jump while the page loads.
  firstScreen: {
    minHeight: "100vh",
    // Small screens have these links in the drawer.
    [media.belowTablet]: { minHeight: 0 },
    [media.print]: { minHeight: 0 },
  },
  aboveTabBar: {
    [media.tabBar]: { paddingBottom: "calc(56px + env(safe-area-inset-bottom))" },
    [media.print]: { paddingBottom: 0 },
  },
  skipLink: {
    position: "absolute",
    left: "16px",
    top: "-80px",
    zIndex: 1000,
    padding: "12px 16px",
    backgroundColor: tokens.colorAccent,
    color: tokens.colorOnAccent,
    borderRadius: tokens.borderRadiusMedium,
    ":focus": { top: "12px" },
  },
});

/** Lets keyboard users skip the menus. */
function SkipLink() {
  const styles = useStyles();
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className={styles.skipLink}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {t("skipToContent")}
    </a>
  );
}

/** Fetches the member area's menus. Throws when they are missing, for the error boundary. */
function FetchMemberChrome() {
  useChunk(memberChrome);
  return null;
}

/** Returns the menus of active members, null without them; "loading" at the start only. */
function useMemberChrome(isMember: boolean) {
  const outcome = useSyncExternalStore(
    memberChrome.subscribe,
    memberChrome.outcome,
    memberChrome.outcome,
  );
  const [isStarting, setStarting] = useState(true);
  const isLoading = isMember && outcome === null;
  if (isStarting && !isLoading) setStarting(false);
  if (isLoading && isStarting) return "loading";
  return isMember && outcome && "value" in outcome ? outcome.value : null;
}

/**
 * Surrounds the page with menus and banners. They follow the user, not the route: active members see
 * the dark member area everywhere, others the light public site (specification, sections 1, 2 and 4).
 * Only what surrounds the page changes with the user: the page itself is never mounted again. Members
 * see the public menus while those of the member area cannot be loaded.
 */
export function Layout({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const isRetained = useRetainedPage(({ path }) => path !== null);
  const isMember = useIsActiveMember() || isRetained;
  const member = useMemberChrome(isMember);
  const fetching = isMember && (
    <ErrorBoundary isOptional>
      <FetchMemberChrome />
    </ErrorBoundary>
  );
  if (member === "loading") {
    return (
      <>
        {fetching}
        <StartScreen />
      </>
    );
  }
  return (
    <>
      {fetching}
      <FluentProvider
        theme={member ? member.memberTheme() : publicTheme()}
        className={member ? styles.member : styles.public}
      >
        <AreaBackground isDark={member !== null} />
        <div className={styles.root}>
          <SkipLink />
          {member && <member.SideMenu />}
          <div className={mergeClasses(styles.column, member !== null && styles.aboveTabBar)}>
            <MaintenanceBanner />
            {member ? <member.OfflineLine /> : <OfflineStrip />}
            {member ? <member.MemberTopBar /> : <PublicHeader />}
            <SetUpStrip />
            {member ? <member.RenewalBanner /> : <PayBanner />}
            <main
              id="content"
              tabIndex={-1}
              className={mergeClasses(styles.main, member !== null && styles.firstScreen)}
            >
              <ThankYouStrip />
              {children}
            </main>
            {member && <member.NewsLinks />}
            {member && <member.TabBar />}
          </div>
        </div>
        {member && <member.TimersOnScreen />}
        {/* Below the first screen, where it cannot jump while the page loads. */}
        {!member && <PublicFooter />}
        {!member && <LanguageOffer />}
      </FluentProvider>
    </>
  );
}
