import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { getMembership } from "#shared/api/membership.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Page } from "#renderer/components/page.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { PastDueSkeleton } from "./membership/past-due-skeleton.tsx";
import { PlanAndPaymentSkeleton } from "./membership/plan-and-payment.tsx";
import { SubscriptionManager } from "./membership/subscription-manager.tsx";

const useStyles = makeStyles({ stack: { display: "grid", gap: "24px" } });

function SubscriptionSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <PastDueSkeleton />
      <PlanAndPaymentSkeleton />
    </div>
  );
}

/** /subscription: where an active member changes, cancels or resumes the subscription. */
export default function SubscriptionPage() {
  const { t } = useTranslation("titles");
  const query = useApiQuery(getMembership, {});
  return (
    <Page title={t("subscription")}>
      <QueryView query={query} loading={<SubscriptionSkeleton />}>
        {(membership) => <SubscriptionManager membership={membership} />}
      </QueryView>
    </Page>
  );
}
