import { useTranslation } from "react-i18next";
import { getMembership } from "../../../src-shared/api/billing.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { Page } from "../../components/page.tsx";
import { ErrorState } from "../../components/states.tsx";
import { StatusPanelSkeleton } from "./membership/status-panel.tsx";
import { SubscriptionManager } from "./membership/subscription-manager.tsx";

function Subscription() {
  const membership = useApiQuery(getMembership, {});
  if (membership.data) return <SubscriptionManager membership={membership.data} />;
  if (!membership.isError) return <StatusPanelSkeleton />;
  const { kind } = membership.error.failure;
  return <ErrorState kind={kind} onRetry={() => void membership.refetch()} />;
}

/** /subscription: an active member's management of the subscription (ruling 17). */
export default function SubscriptionPage() {
  const { t } = useTranslation("titles");
  return (
    <Page title={t("subscription")}>
      <Subscription />
    </Page>
  );
}
