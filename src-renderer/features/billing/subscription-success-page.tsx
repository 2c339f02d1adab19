import { Button, makeStyles, Spinner } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";
import type { Purchase } from "#shared/api/billing.ts";
import { getMembership } from "#shared/api/membership.ts";
import { routePath, routes } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { ButtonLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { FirstSteps } from "#renderer/features/training/index.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { showThanks, usePurchase } from "#renderer/purchase/purchase-store.ts";
import { returnAddress, routeOfAddress } from "#renderer/session/return-address.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { includesMembership, useActivation } from "./checkout/use-activation.ts";

/** Says that the address names no purchase of this user. */
function UnknownPurchase() {
  const { t } = useTranslation("checkout");
  return (
    <EmptyState
      motif="tunnel"
      title={t("success.unknown")}
      action={<ButtonLink to={routePath("membership")}>{t("success.toPurchases")}</ButtonLink>}
    />
  );
}

const useSettlingStyles = makeStyles({ spinner: { justifyContent: "start" } });

/** Shown while a payment is being settled; once it is `late`, says that waiting is not needed. */
function Settling({ late }: { late: boolean }) {
  const styles = useSettlingStyles();
  const { t } = useTranslation("checkout");
  return (
    <Page title={t("success.waiting.title")} lead={t("success.waiting.text")} width="reading">
      <div role="status">
        {late ? (
          <Notice>{t("success.late")}</Notice>
        ) : (
          <Spinner
            className={styles.spinner}
            label={t("success.waiting.spinner")}
            labelPosition="after"
          />
        )}
      </div>
    </Page>
  );
}

const useStyles = makeStyles({
  links: { display: "flex", flexWrap: "wrap", gap: "12px", marginTop: "24px" },
  ways: { marginTop: "40px" },
});

/** `void`: a trial was refused; `uncollectible`: a debit failed. */
const unpaid = ["open", "declined", "expired", "void", "uncollectible"] as const;

type UnpaidProps = { purchase: Purchase & { status: (typeof unpaid)[number] } };

/** A purchase that is not paid: what happened, and links to pay it or to go back. */
function Unpaid({ purchase: { status, paymentUrl } }: UnpaidProps) {
  const styles = useStyles();
  const look = useButtonLook("accent");
  const { t } = useTranslation("checkout");
  const cart = usePurchase(({ purchaseItems }) => purchaseItems.length > 0);
  return (
    <Page
      key={status}
      title={t(`success.${status}.title`)}
      lead={t(`success.${status}.text`)}
      width="reading"
    >
      <MotifArt motif="whistle" size={96} />
      <div className={styles.links}>
        {paymentUrl !== null && (
          <Button size="large" {...look} onClick={() => platform.openPayment(paymentUrl)}>
            {t(`success.${status === "declined" ? "payAgain" : "payNow"}`)}
          </Button>
        )}
        <ButtonLink
          to={routePath(cart ? "checkout" : "memberships")}
          look={paymentUrl === null ? "accent" : "secondary"}
        >
          {t(cart ? "success.toCart" : "success.toPlans")}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Leads to the page that needed the membership, which says thank you instead. */
function LeadOn({ to, purchase }: { to: string; purchase: Purchase }) {
  useEffect(() => showThanks(purchase, to), [purchase, to]);
  return <Navigate to={to} replace />;
}

/** When the membership that was just paid renews, and for how much. */
function RenewalNote() {
  const { t } = useTranslation("checkout");
  const { money, date } = useFormats();
  const { data: membership } = useApiQuery(getMembership, { silent: true });
  const next = membership?.nextCharge;
  if (!next) return null;
  const text = membership.onTrial ? "success.firstCharge" : "success.renews";
  return <p>{t(text, { price: money(next.price), date: date(next.on) })}</p>;
}

/** Confirms a paid purchase; redirects to the page that needed the membership, if there was one. */
function Confirmed({ purchase }: { purchase: Purchase }) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const active = useIsActiveMember();
  const membership = includesMembership(purchase);
  // After the wait, Enter follows the first link.
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => links.current?.querySelector("a")?.focus({ preventScroll: true }), []);
  const place = returnAddress.read();
  const route = routeOfAddress(place);
  const wasLocked = route !== null && routes[route].access === "member";
  if (membership && active && wasLocked && place !== null) {
    return <LeadOn to={place} purchase={purchase} />;
  }
  const { awaitsBank } = purchase;
  const isTrial = purchase.lines.some(({ trialDays }) => trialDays !== undefined);
  const lead = membership ? t(isTrial ? "success.trial" : "success.member") : t("success.extras");
  const price = money(purchase.total);
  return (
    <Page
      title={t("success.title")}
      lead={awaitsBank && !membership ? t("success.extrasLater") : lead}
      width="reading"
    >
      <MotifArt motif="rosette" size={120} />
      <p>
        {purchase.total.amount === 0
          ? t(isTrial ? "success.trialFree" : "success.free")
          : t(awaitsBank ? "success.awaitsBank" : "success.paid", { price })}
      </p>
      {awaitsBank && membership && purchase.lines.some(({ kind }) => kind === "extra") && (
        <p>{t("success.extrasLater")}</p>
      )}
      <div ref={links} className={styles.links}>
        <ButtonLink to={routePath("dashboard")} look="accent">
          {t(membership ? "success.dashboard" : "success.account")}
        </ButtonLink>
        {!awaitsBank && (
          <ButtonLink to={`${routePath("membership")}?receipt=${purchase.id}`}>
            {t("success.receipt")}
          </ButtonLink>
        )}
      </div>
      {membership && <RenewalNote />}
      {membership && active && (
        <FirstSteps isAside ids={["dog", "protocol"]} className={styles.ways} />
      )}
    </Page>
  );
}

function PurchaseOutcome({ id }: { id: string }) {
  const { t } = useTranslation("checkout");
  const activation = useActivation(id);
  const checking = (content: ReactNode) => (
    <Page title={t("success.checking")} width="reading">
      {content}
    </Page>
  );
  return (
    <QueryView
      query={activation}
      loading={checking(<LoadingLines lines={3} />)}
      renderFailure={({ kind }, standard) =>
        checking(kind === "rejected" ? <UnknownPurchase /> : standard)
      }
    >
      {(purchase) => {
        const status = unpaid.find((one) => one === purchase.status);
        if (status) return <Unpaid purchase={{ ...purchase, status }} />;
        if (activation.done) return <Confirmed purchase={purchase} />;
        return <Settling late={activation.late} />;
      }}
    </QueryView>
  );
}

/** /cart/subscription/success?purchase=<id>: waits until the purchase is paid and activated. */
export default function SubscriptionSuccessPage() {
  const [search] = useSearchParams();
  const id = search.get("purchase");
  return id ? (
    <PurchaseOutcome key={id} id={id} />
  ) : (
    <Navigate to={routePath("membership")} replace />
  );
}
