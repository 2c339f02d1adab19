import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { usePurchase } from "../../../purchase/purchase-store.ts";
import { useUser } from "../../../session/session-store.ts";
import { tokens } from "../../../theme/tokens.ts";
import { ChargeSummary } from "./charge-summary.tsx";
import { DiscountField } from "./discount-field.tsx";
import { PayForm } from "./pay-form.tsx";
import { DeclinedNotice, isBlocked, PaymentsBlocked } from "./payment-notices.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { useDiscountedQuote } from "./quote.ts";

/** Returns whether the user has a membership, or one that is being activated. */
export function useHasMembership(): boolean {
  const user = useUser();
  return user !== null && (user.subscriptionOwned || user.subscriptionPending);
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

const useStyles = makeStyles({
  panel: {
    display: "grid",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    // The notice of a declined card.
    "> [role='status']": { marginBottom: "16px" },
  },
  code: { marginTop: "24px" },
});

/** Placeholder for the panel while the plan or its price loads. */
function PanelSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.panel}>
      <PaymentSkeleton />
    </div>
  );
}

type PlanPaymentProps = {
  period: Period;
  origin: "subscribe" | "registration-payment";
  /** Shown below the button. */
  children?: ReactNode;
};

function PlanPanel({ sku, period, origin, children }: PlanPaymentProps & { sku: string }) {
  const styles = useStyles();
  const { t } = useTranslation("billing");
  const { money } = useFormats();
  const items = [{ sku, quantity: 1 }];
  const pricing = useDiscountedQuote(items);
  const discount = usePurchase((state) => state.discount);
  const order = { items, origin, ...(discount && { discountCode: discount.code }) };
  const retry = () => void pricing.refetch();
  return (
    <QueryView
      query={pricing}
      loading={<PanelSkeleton />}
      hidesStale
      renderFailure={(failure, standard) =>
        isBlocked(failure) ? <PaymentsBlocked onRetry={retry} /> : standard
      }
    >
      {(quote) => (
        <div className={styles.panel}>
          <DeclinedNotice />
          <ChargeSummary quote={quote} stale={pricing.isPlaceholderData} />
          <div className={styles.code}>
            <DiscountField items={items} dropped={pricing.droppedCode} />
          </div>
          <PayForm
            quote={quote}
            stale={pricing.isPlaceholderData}
            order={order}
            action={t(`start.${quote.renewal?.period ?? period}`, { price: money(quote.dueNow) })}
          />
          {children}
        </div>
      )}
    </QueryView>
  );
}

/** The payment of one plan: its price now and next, the terms and the button. */
export function PlanPayment(props: PlanPaymentProps) {
  const { t } = useTranslation("checkout");
  const catalogue = useApiQuery(getCatalogue, {});
  const retry = () => void catalogue.refetch();
  return (
    <QueryView
      query={catalogue}
      loading={<PanelSkeleton />}
      renderFailure={(failure, standard) =>
        isBlocked(failure) ? <PaymentsBlocked onRetry={retry} /> : standard
      }
    >
      {({ plans }) => {
        const plan = plans.find(({ period }) => period === props.period);
        if (!plan) return <Notice intent="warning">{t("failed.planUnknown")}</Notice>;
        return <PlanPanel {...props} sku={plan.sku} />;
      }}
    </QueryView>
  );
}
