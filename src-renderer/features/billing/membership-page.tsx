import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { listPurchases } from "#shared/api/billing.ts";
import { getMembership, type Membership } from "#shared/api/membership.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ButtonLink, TextLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useIsActiveMember, useUser } from "#renderer/session/session-store.ts";
import { PlanAndPaymentSkeleton } from "./membership/plan-and-payment.tsx";
import { PurchaseHistory } from "./membership/purchase-history.tsx";
import { receiptIn } from "./membership/receipt-address.ts";
import { ReceiptView } from "./membership/receipt-view.tsx";
import { StatusPanel, StatusPanelSkeleton } from "./membership/status-panel.tsx";
import { SubscriptionManager } from "./membership/subscription-manager.tsx";

/** What is in force, with what can be changed about it; for users without a membership, the way to the plans. */
function InForce({ membership }: { membership: Membership }) {
  const { t } = useTranslation("membership");
  const active = useIsActiveMember();
  const { status, source, period } = membership;
  const isOver = status === "none" || status === "ended";
  if (source === "purchase" && period && !isOver && status !== "pending") {
    return <SubscriptionManager membership={membership} period={period} />;
  }
  // What is bought now begins when the granted time is over.
  const follows = source === "grant" && status === "active" && membership.endsAt !== null;
  return (
    <StatusPanel membership={membership}>
      {follows && <ButtonLink to={routePath("memberships")}>{t("follow")}</ButtonLink>}
      {isOver && !active && (
        <ButtonLink to={routePath("memberships")} look="accent">
          {t("plans")}
        </ButtonLink>
      )}
    </StatusPanel>
  );
}

const useStyles = makeStyles({ withdrawal: { margin: "32px 0 0" } });

/** Leads to the withdrawal from a contract, once the purchases above have their height. */
function Withdrawal() {
  const styles = useStyles();
  const { t } = useTranslation("titles");
  const { isPending } = useApiQuery(listPurchases, {});
  if (isPending) return null;
  return (
    <p className={styles.withdrawal}>
      <TextLink to={routePath("withdrawal")}>{t("withdrawal")}</TextLink>
    </p>
  );
}

/** What /membership and /subscription have in common: the membership, and the purchases. */
export function MembershipParts() {
  const query = useApiQuery(getMembership, {});
  const isOwned = useUser()?.subscriptionOwned ?? false;
  return (
    <>
      <QueryView
        query={query}
        loading={isOwned ? <PlanAndPaymentSkeleton /> : <StatusPanelSkeleton />}
      >
        {(membership) => <InForce membership={membership} />}
      </QueryView>
      {/* Bought and granted memberships differ in height. */}
      {!(isOwned && query.isPending) && (
        <>
          <PurchaseHistory />
          <Withdrawal />
        </>
      )}
    </>
  );
}

/** /membership: the membership and the purchases; with `?receipt=` or `?credit-note=`, the receipt of one or what corrects it. */
export default function MembershipPage() {
  const { t } = useTranslation("titles");
  const [params] = useSearchParams();
  const receiptKey = receiptIn(params);
  if (receiptKey !== null) return <ReceiptView key={receiptKey.id} receiptKey={receiptKey} />;
  return (
    <Page title={t("membership")}>
      <MembershipParts />
    </Page>
  );
}
