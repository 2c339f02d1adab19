import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { matchRoute, routePath, type RouteId } from "../../../src-shared/routes.ts";
import { useFrame } from "../../components/frame.ts";
import { useIsActiveMember, useUser } from "../../session/session-store.ts";
import { refreshUser } from "../../session/start-session.ts";
import { media, tokens } from "../../theme/tokens.ts";

/** ms between two requests for the state of a membership that is being activated. */
const activationPause = 15_000;

const useStyles = makeStyles({
  band: {
    backgroundColor: tokens.colorBand,
    color: tokens.colorNeutralForeground1,
    [media.print]: { display: "none" },
  },
  content: {
    minHeight: "44px",
    paddingTop: "4px",
    paddingBottom: "4px",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    // The sentence fits a phone in one line, whatever font is shown while ours loads.
    [media.phone]: { paddingBottom: "8px", fontSize: "15px" },
  },
  button: { [media.belowTablet]: { minHeight: "44px" } },
});

/** A band above the page that asks for something. */
export function Banner({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const { frame } = useFrame();
  return (
    <div className={styles.band} role="status">
      <div className={mergeClasses(frame, styles.content)}>{children}</div>
    </div>
  );
}

/** The button of a banner, which leads to a page. */
export function BannerButton({ to, children }: { to: RouteId; children: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <Button className={styles.button} onClick={() => void navigate(routePath(to))}>
      {children}
    </Button>
  );
}

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
