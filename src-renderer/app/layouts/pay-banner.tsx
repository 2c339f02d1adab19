import { makeStyles } from "@fluentui/react-components";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { matchRoute, routePath } from "../../../src-shared/routes.ts";
import { TextLink } from "../../components/links.tsx";
import { useIsActiveMember, useUser } from "../../session/session-store.ts";
import { refreshUser } from "../../session/start-session.ts";
import { contentWidth, media, tokens } from "../../theme/tokens.ts";

/** ms between two looks at a membership that is being activated. */
const activationPause = 15_000;

const useStyles = makeStyles({
  band: { backgroundColor: tokens.colorBand, color: tokens.colorNeutralForeground1 },
  content: {
    boxSizing: "border-box",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "10px 24px",
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    [media.phone]: { padding: "10px 16px" },
  },
  link: { fontWeight: 600 },
});

/**
 * Asks whoever is no active member to pay, visitors too, but not on /registration-payment
 * (specification, section 4); while a payment is being activated it says so instead (ruling 13).
 */
export function PayBanner() {
  const styles = useStyles();
  const { t } = useTranslation();
  const active = useIsActiveMember();
  const pending = useUser()?.subscriptionPending ?? false;
  const { pathname } = useLocation();
  // On whatever page one waits: the member area opens by itself.
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => void refreshUser(), activationPause);
    return () => clearInterval(timer);
  }, [pending]);
  if (active || matchRoute(pathname) === "registrationPayment") return null;
  return (
    <div className={styles.band} role="status">
      <div className={styles.content}>
        {pending ? (
          t("payBanner.pending")
        ) : (
          <>
            <span>{t("payBanner.text")}</span>
            <TextLink to={routePath("memberships")} className={styles.link}>
              {t("payBanner.action")}
            </TextLink>
          </>
        )}
      </div>
    </div>
  );
}
