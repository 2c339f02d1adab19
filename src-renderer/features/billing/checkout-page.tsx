import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { routePath } from "../../../src-shared/routes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";
import { usePurchase } from "../../purchase/purchase-store.ts";
import { media, tokens } from "../../theme/tokens.ts";
import { CartList } from "./checkout/cart-list.tsx";
import { CheckoutPanel } from "./checkout/checkout-panel.tsx";
import { DeclinedNotice } from "./checkout/payment-notices.tsx";
import { DiscountField } from "./checkout/discount-field.tsx";
import { useDiscountedQuote } from "./checkout/quote.ts";

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
    [media.phone]: { padding: "20px 16px" },
  },
});

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
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const items = usePurchase(({ purchaseItems }) => purchaseItems);
  const pricing = useDiscountedQuote(items);
  return (
    <div className={styles.columns}>
      <div className={styles.cart}>
        <DeclinedNotice />
        <CartList pricing={pricing} />
        <DiscountField items={items} dropped={pricing.droppedCode} />
      </div>
      <section className={styles.panel} aria-label={t("summary.title")}>
        <CheckoutPanel pricing={pricing} />
      </section>
    </div>
  );
}

/** /checkout: the cart, its price and the payment. */
export default function CheckoutPage() {
  const { t } = useTranslation("titles");
  const empty = usePurchase(({ purchaseItems }) => purchaseItems.length === 0);
  return <Page title={t("checkout")}>{empty ? <EmptyCart /> : <FilledCart />}</Page>;
}
