import { makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { ErrorState, LoadingLines } from "../../../components/states.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { tokens } from "../../../theme/tokens.ts";
import { ChargeSummary } from "./charge-summary.tsx";
import { DeclinedNotice } from "./declined-notice.tsx";
import { PayForm } from "./pay-form.tsx";
import { useQuote } from "./use-quote.ts";

const useStyles = makeStyles({
  panel: {
    display: "grid",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

type PlanPaymentProps = {
  period: Period;
  origin: "subscribe" | "registration-payment";
  /** Stands below the button. */
  children?: ReactNode;
};

/** The payment of one plan: what it costs now and next, the terms, the button. Nothing is charged before. */
export function PlanPayment({ period, origin, children }: PlanPaymentProps) {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "billing"]);
  const { money } = useFormats();
  const items = [{ sku: `membership-${period}`, quantity: 1 }];
  const { data: quote, error, isPending, isPlaceholderData, refetch } = useQuote(items);
  if (isPending) return <LoadingLines lines={8} />;
  if (!quote) return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />;
  return (
    <div className={styles.panel}>
      <DeclinedNotice />
      <ChargeSummary quote={quote} stale={isPlaceholderData} />
      <PayForm
        quote={quote}
        stale={isPlaceholderData}
        order={{ items, origin }}
        action={t(`billing:start.${quote.renewal?.period ?? period}`, {
          price: money(quote.dueNow),
        })}
      />
      {children}
    </div>
  );
}
