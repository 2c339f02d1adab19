import { useTranslation } from "react-i18next";
import { routePath } from "#shared/routes.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { usePurchase } from "#renderer/purchase/purchase-store.ts";
import { CartList } from "./checkout/cart-list.tsx";
import { Payment } from "./checkout/payment.tsx";
import { useDiscountedQuote } from "./checkout/quote.ts";

function EmptyCart() {
  const { t } = useTranslation("checkout");
  return (
    <EmptyState
      motif="bowl"
      title={t("empty.title")}
      text={t("empty.text")}
      action={
        <ButtonLink to={routePath("memberships")} look="accent">
          {t("empty.action")}
        </ButtonLink>
      }
    />
  );
}

function FilledCart() {
  const items = usePurchase(({ purchaseItems }) => purchaseItems);
  const pricing = useDiscountedQuote(items);
  return (
    <Payment
      items={items}
      pricing={pricing}
      origin="checkout"
      first={<CartList pricing={pricing} />}
    />
  );
}

/** /checkout: the cart, its price and the payment. */
export default function CheckoutPage() {
  const { t } = useTranslation("titles");
  const empty = usePurchase(({ purchaseItems }) => purchaseItems.length === 0);
  return <Page title={t("checkout")}>{empty ? <EmptyCart /> : <FilledCart />}</Page>;
}
