import { useTranslation } from "react-i18next";
import { getMembership } from "../../../src-shared/api/membership.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { StatusPanelSkeleton } from "./membership/status-panel.tsx";
import { SubscriptionManager } from "./membership/subscription-manager.tsx";

/** /subscription: where an active member cancels or resumes the subscription. */
export default function SubscriptionPage() {
  const { t } = useTranslation("titles");
  const query = useApiQuery(getMembership, {});
  return (
    <Page title={t("subscription")}>
      <QueryView query={query} loading={<StatusPanelSkeleton />}>
        {(membership) => <SubscriptionManager membership={membership} />}
      </QueryView>
    </Page>
  );
}
