import { useTranslation } from "react-i18next";
import { getMembership, type Membership } from "../../../src-shared/api/billing.ts";
import { routePath } from "../../../src-shared/routes.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorState } from "../../components/states.tsx";
import { useIsActiveMember } from "../../session/session-store.ts";
import { PurchaseHistory } from "./membership/purchase-history.tsx";
import { useAskedReceipt } from "./membership/receipt-address.ts";
import { ReceiptView } from "./membership/receipt-view.tsx";
import { StatusPanel, StatusPanelSkeleton } from "./membership/status-panel.tsx";

/** What comes next: members manage, those without a membership see the plans. */
function NextStep({ status }: Pick<Membership, "status">) {
  const { t } = useTranslation("membership");
  const active = useIsActiveMember();
  if (active) return <ButtonLink to={routePath("subscription")}>{t("manage")}</ButtonLink>;
  if (status !== "none" && status !== "ended") return null;
  return (
    <ButtonLink to={routePath("memberships")} look="accent">
      {t("plans")}
    </ButtonLink>
  );
}

function Status() {
  const membership = useApiQuery(getMembership, {});
  if (membership.data) {
    return (
      <StatusPanel membership={membership.data}>
        <NextStep status={membership.data.status} />
      </StatusPanel>
    );
  }
  if (!membership.isError) return <StatusPanelSkeleton />;
  const { kind } = membership.error.failure;
  return <ErrorState kind={kind} onRetry={() => void membership.refetch()} />;
}

/** /membership: how the membership stands, and what was bought (ruling 17). */
export default function MembershipPage() {
  const { t } = useTranslation("titles");
  const receipt = useAskedReceipt();
  if (receipt !== null) return <ReceiptView key={receipt} id={receipt} />;
  return (
    <Page title={t("membership")}>
      <Status />
      <PurchaseHistory />
    </Page>
  );
}
