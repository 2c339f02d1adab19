import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { Notice } from "../../../components/notice.tsx";
import { ErrorState, LoadingLines } from "../../../components/states.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { usePurchase } from "../../../purchase/purchase-store.ts";
import { tokens } from "../../../theme/tokens.ts";
import { ChargeSummary } from "./charge-summary.tsx";
import { DeclinedNotice } from "./declined-notice.tsx";
import { DiscountField } from "./discount-field.tsx";
import { PayForm } from "./pay-form.tsx";
import { isBlocked, PaymentsBlocked } from "./payments-blocked.tsx";
import { isCodeRefused, useDiscountedQuote } from "./use-discounted-quote.ts";

const useStyles = makeStyles({
  panel: {
    display: "grid",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    // Room below the notice of a declined card, when there is one.
    "> [role='status']": { marginBottom: "16px" },
  },
  code: { marginTop: "24px" },
});

type PlanPaymentProps = {
  period: Period;
  origin: "subscribe" | "registration-payment";
  /** Stands below the button. */
  children?: ReactNode;
};

/** The plan of a period as the catalogue has it, as the one item of an order. */
function usePlanItems(period: Period) {
  const catalogue = useApiQuery(getCatalogue, {});
  const plan = catalogue.data?.plans.find((known) => known.period === period);
  return { catalogue, items: plan ? [{ sku: plan.sku, quantity: 1 }] : [] };
}

/** The payment of one plan: what it costs now and next, the terms, the button. Nothing is charged before. */
export function PlanPayment({ period, origin, children }: PlanPaymentProps) {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "billing"]);
  const { money } = useFormats();
  const { catalogue, items } = usePlanItems(period);
  const pricing = useDiscountedQuote(items);
  const discount = usePurchase((state) => state.discount);
  const { data: quote, isPlaceholderData: stale } = pricing;
  // A refused code is dropped just after this, and the plan priced without it.
  const error = catalogue.error ?? (isCodeRefused(pricing.error) ? null : pricing.error);
  if (error) {
    const retry = () => void (catalogue.error ? catalogue.refetch() : pricing.refetch());
    if (isBlocked(error.failure)) return <PaymentsBlocked onRetry={retry} />;
    return <ErrorState kind={error.failure.kind} onRetry={retry} />;
  }
  if (catalogue.data && items.length === 0) {
    return <Notice intent="warning">{t("failed.planUnknown")}</Notice>;
  }
  if (!quote) return <LoadingLines lines={8} />;
  const order = { items, origin, ...(discount && { discountCode: discount.code }) };
  const price = money(quote.dueNow);
  return (
    <div className={styles.panel}>
      <DeclinedNotice />
      <ChargeSummary quote={quote} stale={stale} />
      <div className={styles.code}>
        <DiscountField items={items} dropped={pricing.droppedCode} />
      </div>
      <PayForm
        quote={quote}
        stale={stale}
        order={order}
        action={t(`billing:start.${quote.renewal?.period ?? period}`, { price })}
      />
      {children}
    </div>
  );
}
