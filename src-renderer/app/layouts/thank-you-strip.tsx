import { Button, makeStyles } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import type { Purchase } from "#shared/api/billing.ts";
import { matchRoute, routePath } from "#shared/routes.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import {
  clearThanks,
  showThanks,
  usePurchase,
  useThanks,
} from "#renderer/purchase/purchase-store.ts";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { contentWidth, media, tokens } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  band: {
    backgroundColor: tokens.colorDeep,
    color: tokens.colorOnDeep,
    "& a": { color: tokens.colorOnDeep },
    [media.print]: { display: "none" },
  },
  content: {
    boxSizing: "border-box",
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "center",
    gap: "12px",
    maxWidth: contentWidth,
    margin: "0 auto",
    padding: "12px 24px",
    [media.phone]: { padding: "8px 4px 8px 16px", alignItems: "start" },
  },
  thanks: { fontFamily: tokens.fontFamilyHeading, fontSize: "20px", fontWeight: 600 },
  dismiss: {
    minWidth: "44px",
    minHeight: "44px",
    color: tokens.colorOnDeep,
    ":hover": { color: tokens.colorOnDeep, backgroundColor: "transparent" },
  },
});

function Strip({ purchase }: { purchase: Purchase }) {
  const styles = useStyles();
  const { t } = useTranslation();
  const { money } = useFormats();
  const items = purchase.lines.map(({ name }) => name).join(", ");
  return (
    <div className={styles.band}>
      <div className={styles.content}>
        <div>
          <span className={styles.thanks}>{t("thanks.title")}</span>{" "}
          {t(purchase.awaitsBank ? "thanks.awaitsBank" : "thanks.bought", {
            items,
            price: money(purchase.total),
          })}{" "}
          {!purchase.awaitsBank && (
            <TextLink to={`${routePath("membership")}?receipt=${purchase.id}`}>
              {t("thanks.receipt")}
            </TextLink>
          )}
        </div>
        <Button
          appearance="transparent"
          className={styles.dismiss}
          icon={<DismissRegular />}
          aria-label={t("close")}
          onClick={() => {
            clearThanks();
            // The focused button is gone: keyboard users go on with the page.
            document.getElementById("content")?.focus();
          }}
        />
      </div>
    </div>
  );
}

/** Returns the membership that was paid and waits to be activated, as far as this window knows it. */
const pendingMembership = () => {
  const { purchase } = usePurchase.getState();
  return purchase?.lines.some(({ kind }) => kind === "membership") ? purchase : null;
};

/** Thanks for a membership that begins while the user is on another page than the one that waits. */
function useLateThanks(pathname: string): void {
  const isPending = useUser()?.subscriptionPending ?? false;
  const isActive = useIsActiveMember();
  const wasPending = useRef(false);
  useEffect(() => {
    const purchase = pendingMembership();
    const waits = matchRoute(pathname) === "subscriptionSuccess";
    if (wasPending.current && isActive && purchase && !waits) showThanks(purchase, pathname);
    wasPending.current = isPending;
  }, [isPending, isActive, pathname]);
}

/**
 * Thanks for a purchase at the top of the page that it opened, until it is dismissed or the user goes
 * on. The live region exists before, so that screen readers announce the thanks.
 */
export function ThankYouStrip() {
  const { purchase, path } = useThanks();
  const { pathname } = useLocation();
  useLateThanks(pathname);
  const isHere = purchase !== null && pathname === path;
  // The success page leads on to the page of the thanks; on every other one they would come too late.
  const isElsewhere =
    purchase !== null && !isHere && matchRoute(pathname) !== "subscriptionSuccess";
  useEffect(() => {
    if (isElsewhere) clearThanks();
  }, [isElsewhere]);
  return <div role="status">{isHere && <Strip purchase={purchase} />}</div>;
}
