import { makeStyles } from "@fluentui/react-components";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePurchase } from "../../../purchase/purchase-store.ts";
import { CartRow } from "./cart-row.tsx";
import { changeQuantity } from "./change-quantity.ts";
import type { DiscountedQuote } from "./use-discounted-quote.ts";
import { useGoneItems } from "./use-gone-items.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0, ":focus": { outlineStyle: "none" } },
});

/** The cart's items; quantities of extras can be changed, everything can be removed. */
export function CartList({ pricing }: { pricing: DiscountedQuote }) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const list = useRef<HTMLUListElement>(null);
  const items = usePurchase((state) => state.purchaseItems);
  const gone = useGoneItems(items, pricing.error?.failure.code === "item-unknown");
  const remove = (sku: string) => {
    changeQuantity(sku, 0);
    // The pressed button is gone: the keyboard goes on from the list.
    list.current?.focus();
  };
  return (
    <ul ref={list} tabIndex={-1} aria-label={t("cart.title")} className={styles.list}>
      {items.map((item) => (
        <CartRow
          key={item.sku}
          item={item}
          quote={pricing.data}
          gone={gone.has(item.sku)}
          onRemove={() => remove(item.sku)}
        />
      ))}
    </ul>
  );
}
