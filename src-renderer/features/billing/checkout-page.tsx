import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, ErrorState, LoadingLines } from "../../components/states.tsx";
import { usePurchase } from "../../purchase/purchase-store.ts";
import { useFormats } from "../../i18n/formats.ts";
import { useUser } from "../../session/session-store.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { CartList } from "./checkout/cart-list.tsx";
import { ChargeSummary } from "./checkout/charge-summary.tsx";
import { DeclinedNotice } from "./checkout/declined-notice.tsx";
import { DiscountField } from "./checkout/discount-field.tsx";
import { PayForm } from "./checkout/pay-form.tsx";
import { SignInChoice } from "./checkout/sign-in-choice.tsx";
import { orderItems, useQuote } from "./checkout/use-quote.ts";

const useStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 400px)",
    gap: "32px 64px",
    alignItems: "start",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  cart: { display: "grid", gap: "24px" },
  panel: {
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

/** What the cart costs and the way to pay it; a failure says which. */
function CheckoutPanel({ pricing }: { pricing: ReturnType<typeof useQuote> }) {
  const { t } = useTranslation(["checkout", "billing"]);
  const { money } = useFormats();
  const user = useUser();
  const { discount, purchaseItems } = usePurchase();
  const { data: quote, error, isPending, refetch } = pricing;
  if (isPending) return <LoadingLines lines={6} />;
  if (error?.failure.code === "already-subscribed") {
    return <Notice intent="warning">{t("cart.alreadySubscribed")}</Notice>;
  }
  if (error?.failure.code === "item-unknown") {
    return <Notice intent="warning">{t("failed.itemUnknown")}</Notice>;
  }
  if (error?.failure.code === "payments-unavailable") {
    return <Notice intent="error">{t("billing:blocked")}</Notice>;
  }
  if (error || !quote) {
    return (
      <ErrorState {...(error && { kind: error.failure.kind })} onRetry={() => void refetch()} />
    );
  }
  const order = {
    items: orderItems(purchaseItems),
    ...(discount && { discountCode: discount.code }),
    origin: "checkout" as const,
  };
  return (
    <>
      <ChargeSummary quote={quote} />
      {user ? (
        <PayForm quote={quote} order={order} action={t("pay", { price: money(quote.dueNow) })} />
      ) : (
        <SignInChoice />
      )}
    </>
  );
}

/** /checkout: the cart, what it costs now and next, and the payment (rulings 15 to 20). */
export default function CheckoutPage() {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "titles"]);
  const { discount, purchaseItems } = usePurchase();
  const pricing = useQuote(purchaseItems, discount?.code);
  if (purchaseItems.length === 0) {
    return (
      <Page title={t("titles:checkout")}>
        <EmptyState
          motif="bowl"
          title={t("empty.title")}
          text={t("empty.text")}
          action={<ButtonLink to={routePath("memberships")}>{t("empty.action")}</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Page title={t("titles:checkout")}>
      <div className={styles.columns}>
        <div className={styles.cart}>
          <DeclinedNotice />
          <CartList quote={pricing.isError ? undefined : pricing.data} />
          <DiscountField />
        </div>
        <section className={styles.panel} aria-label={t("summary.title")}>
          <CheckoutPanel pricing={pricing} />
        </section>
      </div>
    </Page>
  );
}
