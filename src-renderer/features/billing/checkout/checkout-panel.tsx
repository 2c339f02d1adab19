import { useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";
import { Notice } from "../../../components/notice.tsx";
import { ErrorState, LoadingLines } from "../../../components/states.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { usePurchase } from "../../../purchase/purchase-store.ts";
import { useUser } from "../../../session/session-store.ts";
import type { ApiFailure } from "../../../api-client/api-failure.ts";
import { ChargeSummary } from "./charge-summary.tsx";
import { PayForm } from "./pay-form.tsx";
import { isBlocked, PaymentsBlocked } from "./payments-blocked.tsx";
import { SignInChoice } from "./sign-in-choice.tsx";
import { isCodeRefused, type DiscountedQuote } from "./use-discounted-quote.ts";
import { orderItems } from "./use-quote.ts";

/** Why the cart could not be priced, and what to do; the cart itself stays. */
function PricingFailure({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const { t } = useTranslation(["checkout", "billing"]);
  if (failure.code === "already-subscribed") {
    return (
      <Notice intent="warning">
        {t("cart.alreadySubscribed")}{" "}
        <TextLink to={routePath("membership")}>{t("billing:memberNote.action")}</TextLink>
      </Notice>
    );
  }
  if (failure.code === "item-unknown") {
    return <Notice intent="warning">{t("failed.itemUnknown")}</Notice>;
  }
  if (isBlocked(failure)) return <PaymentsBlocked onRetry={onRetry} />;
  return <ErrorState kind={failure.kind} onRetry={onRetry} />;
}

/** What the cart costs and the way to pay it; a failure says which. */
export function CheckoutPanel({ pricing }: { pricing: DiscountedQuote }) {
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const user = useUser();
  const { discount, purchaseItems } = usePurchase();
  const { data: quote, error, isPlaceholderData: stale, refetch } = pricing;
  // A refused code is dropped just after this, and the cart priced without it.
  if (error && !isCodeRefused(error)) {
    return <PricingFailure failure={error.failure} onRetry={() => void refetch()} />;
  }
  if (!quote) return <LoadingLines lines={6} />;
  if (!user) {
    return (
      <>
        <ChargeSummary quote={quote} stale={stale} />
        <SignInChoice />
      </>
    );
  }
  const order = {
    items: orderItems(purchaseItems),
    ...(discount && { discountCode: discount.code }),
    origin: "checkout" as const,
  };
  const { amount } = quote.dueNow;
  return (
    <>
      <ChargeSummary quote={quote} stale={stale} />
      <PayForm
        quote={quote}
        stale={stale}
        order={order}
        action={amount === 0 ? t("payNothing") : t("pay", { price: money(quote.dueNow) })}
      />
    </>
  );
}
