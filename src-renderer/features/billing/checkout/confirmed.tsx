import { makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router-dom";
import type { Purchase } from "../../../../src-shared/api/billing.ts";
import { routePath, routes } from "../../../../src-shared/routes.ts";
import { ButtonLink } from "../../../components/links.tsx";
import { MotifArt } from "../../../components/cover-art/motif-art.tsx";
import { Page } from "../../../components/page.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { rememberedPlace, routeOfPlace } from "../../../session/remembered-place.ts";
import { useIsActiveMember } from "../../../session/session-store.ts";
import { includesMembership } from "./finish-purchase.ts";

const useStyles = makeStyles({
  links: { display: "flex", flexWrap: "wrap", gap: "12px", marginTop: "24px" },
});

/** Thanks for a purchase that was charged, and the way on: to what was locked before paying. */
export function Confirmed({ purchase }: { purchase: Purchase }) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const active = useIsActiveMember();
  const membership = includesMembership(purchase);
  // Once the waiting is over, Enter goes on.
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => links.current?.querySelector("a")?.focus({ preventScroll: true }), []);
  const place = rememberedPlace.read();
  const route = routeOfPlace(place);
  const wasLocked = route !== null && routes[route].access === "member";
  if (membership && active && wasLocked && place !== null) return <Navigate to={place} replace />;
  const lead = membership ? t("success.member") : t("success.extras");
  return (
    <Page title={t("success.title")} lead={lead} width="reading">
      <MotifArt motif="rosette" size={120} />
      <p>{t("success.paid", { price: money(purchase.total) })}</p>
      <div ref={links} className={styles.links}>
        <ButtonLink to={routePath("dashboard")} look="accent">
          {t(membership ? "success.dashboard" : "success.account")}
        </ButtonLink>
        <ButtonLink to={`${routePath("membership")}?receipt=${purchase.id}`}>
          {t("success.receipt")}
        </ButtonLink>
      </div>
    </Page>
  );
}
