import { useTranslation } from "react-i18next";
import { type Location, useLocation } from "react-router-dom";
import { matchRoute } from "#shared/routes.ts";
import { isAccountTab } from "#renderer/features/account/index.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { Banner, BannerButton } from "../banner.tsx";

/** Returns whether a page itself asks to pay a renewal: a second request would be too much. */
function asksForRenewal(location: Location): boolean {
  const id = matchRoute(location.pathname);
  if (id === "dashboard") return !isAccountTab(location);
  return id === "subscription";
}

/** Asks members to pay a renewal that was not paid, or for a card that the next one needs, on every page that does not ask by itself. */
export function RenewalBanner() {
  const { t } = useTranslation();
  const user = useUser();
  const location = useLocation();
  if (user?.subscriptionNeedsCard && matchRoute(location.pathname) !== "subscription") {
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
