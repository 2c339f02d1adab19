import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute } from "#shared/routes.ts";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { refreshUser } from "#renderer/session/start-session.ts";
import { Banner, BannerButton } from "../banner.tsx";

/** ms between two requests for the state of a membership that is being activated. */
const activationPause = 15_000;

/**
 * Asks everybody who is not an active member to pay, except on /registration-payment (specification,
 * section 4). While a paid membership is being activated it says so instead.
 */
export function PayBanner() {
  const { t } = useTranslation();
  const active = useIsActiveMember();
  const pending = useUser()?.subscriptionPending ?? false;
  const { pathname } = useLocation();
  // The member area opens by itself, whatever page the user is on.
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => void refreshUser(), activationPause);
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
