import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { type Location, useLocation } from "react-router-dom";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { matchRoute } from "#shared/routes.ts";
import { isAccountTab } from "#renderer/features/account/index.ts";
import { TimersOnScreen } from "#renderer/features/cooking/index.ts";
import { useSession, useUser } from "#renderer/session/session-store.ts";
import { useMenu } from "../../menus.ts";
import { MenuLink } from "../menu-link.tsx";
import { Banner, BannerButton } from "../banner.tsx";

/** Returns whether a page shows the card of the membership, and what is wrong with it. */
function showsCard({ pathname }: Location): boolean {
  const id = matchRoute(pathname);
  return id === "membership" || id === "subscription";
}

/** Returns whether a page itself asks to pay a renewal: a second request would be too much. */
function asksForRenewal(location: Location): boolean {
  return matchRoute(location.pathname) === "dashboard"
    ? !isAccountTab(location)
    : showsCard(location);
}

/** Asks members to pay a renewal that was not paid, or for a card that the next one needs, on every page that does not ask by itself. */
export function RenewalBanner() {
  const { t } = useTranslation();
  const user = useUser();
  const location = useLocation();
  // Nothing can be paid without a connection.
  const isUnconfirmed = useSession(({ namedAt }) => namedAt !== null);
  if (isUnconfirmed) return null;
  if (user?.subscriptionNeedsCard && !showsCard(location)) {
    return (
      <Banner>
        <span>{t("cardBanner.text")}</span>
        <BannerButton to="subscription">{t("cardBanner.action")}</BannerButton>
      </Banner>
    );
  }
  if (!user?.subscriptionPastDue || asksForRenewal(location)) return null;
  return (
    <Banner>
      <span>{t("renewalBanner.text")}</span>
      <BannerButton to="subscription">{t("renewalBanner.action")}</BannerButton>
    </Banner>
  );
}

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

/** The menus and the theme of the member area: one chunk, which visitors do not load. */
export { TimersOnScreen };
export { memberTheme } from "#renderer/theme/member-theme.ts";
export { OfflineLine } from "./offline-line.tsx";
export { MemberTopBar } from "./member-top-bar.tsx";
export { SideMenu } from "./side-menu.tsx";
export { TabBar } from "./tab-bar.tsx";
