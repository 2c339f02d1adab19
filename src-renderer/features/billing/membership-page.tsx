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
import { useIsActiveMember } from "#renderer/session/session-store.ts";
import { canBeCancelled, cancelPath } from "./membership/cancelling.ts";
import { PurchaseHistory } from "./membership/purchase-history.tsx";
import { receiptIn } from "./membership/receipt-address.ts";
import { ReceiptView } from "./membership/receipt-view.tsx";
import { StatusPanel, StatusPanelSkeleton } from "./membership/status-panel.tsx";

const useWithdrawalLinkStyles = makeStyles({ text: { margin: "32px 0 0" } });

/** Leads from the purchases to the function for withdrawing from one of them. */
function WithdrawalLink() {
  const styles = useWithdrawalLinkStyles();
  const { t } = useTranslation();
  return (
    <p className={styles.text}>
      <TextLink to={routePath("withdrawal")}>{t("menu.withdrawal")}</TextLink>
    </p>
  );
}

const useStyles = makeStyles({
  link: { display: "inline-flex", alignItems: "center", minHeight: "44px" },
});

/** Links members to the subscription that they bought, and users without a membership to the plans. */
function NextStep({ membership }: { membership: Membership }) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const { status, source } = membership;
  const active = useIsActiveMember();
  const over = status === "none" || status === "ended";
  if (active && !over && source === "purchase") {
    return (
      <>
        <ButtonLink to={routePath("subscription")}>{t("manage")}</ButtonLink>
        {canBeCancelled(membership) && (
          <TextLink to={cancelPath()} className={styles.link}>
            {t("cancel.action")}
          </TextLink>
        )}
      </>
    );
  }
  if (active || !over) return null;
  return (
    <ButtonLink to={routePath("memberships")} look="accent">
      {t("plans")}
    </ButtonLink>
  );
}

function Status() {
  const query = useApiQuery(getMembership, {});
  return (
    <QueryView query={query} loading={<StatusPanelSkeleton />}>
      {(membership) => (
        <StatusPanel membership={membership}>
          <NextStep membership={membership} />
        </StatusPanel>
      )}
    </QueryView>
  );
}

/** Leads to the withdrawal from a contract, once the purchases above have their height. */
function Withdrawal() {
  const { isPending } = useApiQuery(listPurchases, {});
  return isPending ? null : <WithdrawalLink />;
}

/** /membership: the membership and the purchases; with `?receipt=` or `?credit-note=`, the receipt of one or what corrects it. */
export default function MembershipPage() {
  const { t } = useTranslation("titles");
  const [params] = useSearchParams();
  const receiptKey = receiptIn(params);
  if (receiptKey !== null) return <ReceiptView key={receiptKey.id} receiptKey={receiptKey} />;
  return (
    <Page title={t("membership")}>
      <Status />
      <PurchaseHistory />
      <Withdrawal />
    </Page>
  );
}
