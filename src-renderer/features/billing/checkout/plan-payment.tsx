import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Catalogue, getCatalogue, type Plan } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useUser } from "#renderer/session/session-store.ts";
import { isBlocked, PaymentsBlocked } from "./payment-notices.tsx";
import { Payment, PaymentSkeleton } from "./payment.tsx";
import { planOf } from "../plans/plan-facts.tsx";
import { useDiscountedQuote } from "./quote.ts";

/** Returns whether the user has a membership, or one that is being activated, and cannot buy one that follows it. */
export function useHasMembership(): boolean {
  const user = useUser();
  if (user === null || user.subscriptionMayFollow) return false;
  return user.subscriptionOwned || user.subscriptionPending;
}

/** Replaces its children by a note for users who have a membership already. */
export function AlreadyMember({ children }: { children: ReactNode }) {
  const { t } = useTranslation("billing");
  const owned = useUser()?.subscriptionOwned;
  if (!useHasMembership()) return children;
  return (
    <Notice intent="success">
      {owned ? t("memberNote.text") : t("pendingNote")}{" "}
      <TextLink to={routePath("membership")}>{t("memberNote.action")}</TextLink>
    </Notice>
  );
}

type PlanPaymentProps = {
  period: Period;
  origin: "subscribe" | "registration-payment";
  renderFirst?: (catalogue: Catalogue) => ReactNode;
  /** Renders what stands below the button. */
  children: (plan: Plan) => ReactNode;
};

type PricedPlanProps = Pick<PlanPaymentProps, "origin"> & {
  sku: string;
  first: ReactNode;
  children: ReactNode;
};

function PricedPlan({ sku, origin, first, children }: PricedPlanProps) {
  const items = [{ sku, quantity: 1 }];
  const pricing = useDiscountedQuote(items);
  return (
    <Payment items={items} pricing={pricing} origin={origin} first={first}>
      {children}
    </Payment>
  );
}

/** The payment of one plan: its price now and next, what it opens and the button. */
export function PlanPayment({ period, origin, renderFirst, children }: PlanPaymentProps) {
  const { t } = useTranslation("checkout");
  const catalogue = useApiQuery(getCatalogue, {});
  const retry = () => void catalogue.refetch();
  return (
    <QueryView
      query={catalogue}
      loading={<PaymentSkeleton />}
      renderFailure={(failure, standard) =>
        isBlocked(failure) ? <PaymentsBlocked onRetry={retry} /> : standard
      }
    >
      {(offers) => {
        const plan = planOf(offers, period);
        if (!plan) return <Notice intent="warning">{t("failed.planUnknown")}</Notice>;
        return (
          <PricedPlan origin={origin} sku={plan.sku} first={renderFirst?.(offers)}>
            {children(plan)}
          </PricedPlan>
        );
      }}
    </QueryView>
  );
}
