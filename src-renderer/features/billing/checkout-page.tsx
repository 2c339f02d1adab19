import { Button, makeStyles, Select } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Quote } from "#shared/api/billing.ts";
import { type CartItem, cartItemSchema, maxQuantity } from "#shared/api/cart.ts";
import { getCatalogue } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { EmptyState } from "#renderer/components/states.tsx";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import {
  addToCart,
  setDiscount,
  setQuantity,
  usePurchase,
} from "#renderer/purchase/purchase-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { Payment } from "./checkout/payment.tsx";
import { type DiscountedQuote, useDiscountedQuote } from "./checkout/quote.ts";

function EmptyCart() {
  const { t } = useTranslation("checkout");
  const { data: catalogue } = useApiQuery(getCatalogue, { silent: true });
  const hasExtras = (catalogue?.extras.length ?? 0) > 0;
  return (
    <EmptyState
      motif="bowl"
      title={t("empty.title")}
      text={t(hasExtras ? "empty.text" : "empty.textPlans")}
      action={
        <ButtonLink to={routePath("memberships")} look="accent">
          {t(hasExtras ? "empty.action" : "empty.actionPlans")}
        </ButtonLink>
      }
    />
  );
}

/** Sets the quantity of an item (0 removes it) and keeps the discount code, which is priced again. */
function changeQuantity(sku: string, quantity: number): void {
  const { discount } = usePurchase.getState();
  setQuantity(sku, quantity);
  if (usePurchase.getState().purchaseItems.length > 0) setDiscount(discount);
}

/** Returns whether an item is no longer on sale, and whether it can be bought several times, once that is known. */
function useOnSale() {
  const { data, isPending } = useApiQuery(getCatalogue, { silent: true });
  const find = (sku: string) =>
    data && [...data.plans, ...data.extras].find((it) => it.sku === sku);
  const isDigital = (sku: string) => data?.extras.some((it) => it.sku === sku && it.isDigital);
  return {
    isGone: ({ sku }: CartItem) => data !== undefined && !find(sku),
    // A cart of before may have several of a file.
    canHaveSeveral: ({ sku, kind, quantity }: CartItem) =>
      kind === "extra" && (quantity > 1 || (!isPending && !isDigital(sku))),
  };
}

const useCartRowStyles = makeStyles({
  item: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) 88px 44px",
    alignItems: "center",
    gap: "8px 16px",
    minHeight: "48px",
    padding: "16px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [media.phone]: { columnGap: "8px" },
  },
  // Reserves the line of the price, so that nothing moves when it arrives.
  text: { minHeight: "49px" },
  name: { fontSize: "18px", fontWeight: 600 },
  detail: { color: tokens.colorNeutralForeground2 },
  gone: { color: tokens.colorPaletteRedForeground1 },
  quantity: { width: "88px", "& select": { minHeight: "44px" } },
  remove: { minWidth: "44px", minHeight: "44px", gridColumn: "3" },
});

const quantities = Array.from({ length: maxQuantity }, (_, index) => index + 1);

function Quantity({ item, name }: { item: CartItem; name: string }) {
  const styles = useCartRowStyles();
  const { t } = useTranslation("checkout");
  return (
    <Select
      size="large"
      className={styles.quantity}
      aria-label={t("cart.quantity", { name })}
      value={item.quantity}
      onChange={(_, { value }) => changeQuantity(item.sku, Number(value))}
    >
      {quantities.map((quantity) => (
        <option key={quantity} value={quantity}>
          {quantity}
        </option>
      ))}
    </Select>
  );
}

type CartRowProps = {
  item: CartItem;
  quote: Quote | undefined;
  /** Whether it is no longer on sale. */
  gone: boolean;
  canHaveSeveral: boolean;
  onRemove: () => void;
};

function CartRow({ item, quote, gone, canHaveSeveral, onRemove }: CartRowProps) {
  const styles = useCartRowStyles();
  const { t } = useTranslation(["checkout", "common"]);
  const { money } = useFormats();
  const line = quote?.lines.find(({ sku }) => sku === item.sku);
  const name = line?.name ?? item.name ?? item.sku;
  const price = line && money(line.unitPrice);
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <div className={styles.name}>{name}</div>
        {gone && <div className={styles.gone}>{t("cart.gone")}</div>}
        {price && (
          <div className={styles.detail}>
            {line.period
              ? `${price} ${t(`common:plan.per.${line.period}`)}`
              : t("cart.each", { price })}
          </div>
        )}
      </div>
      {canHaveSeveral && !gone && <Quantity item={item} name={name} />}
      <Button
        appearance="subtle"
        size="large"
        className={styles.remove}
        icon={<DeleteRegular />}
        aria-label={t("cart.remove", { name })}
        onClick={onRemove}
      />
    </li>
  );
}

const useCartListStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
});

/** The items of the cart, with the quantities of extras and buttons that remove items. */
function CartList({ pricing }: { pricing: DiscountedQuote }) {
  const styles = useCartListStyles();
  const { t } = useTranslation("checkout");
  const items = usePurchase((state) => state.purchaseItems);
  const { isGone, canHaveSeveral } = useOnSale();
  const isRefused = pricing.error?.failure.code === "item-unknown";
  return (
    <ul aria-label={t("cart.title")} className={styles.list}>
      {items.map((item) => (
        <CartRow
          key={item.sku}
          item={item}
          quote={pricing.data}
          gone={isRefused && isGone(item)}
          canHaveSeveral={canHaveSeveral(item)}
          onRemove={() => changeQuantity(item.sku, 0)}
        />
      ))}
    </ul>
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

/** Query parameter that the mail about an unfinished order fills an empty cart by: `membership-yearly*1,workbook*2`. */
const parameter = "items";

/** Fills an empty cart with what the address names and is on sale, and removes it from the address. */
function useCartOfAddress(): void {
  const { params, change } = useAddressParams<typeof parameter>();
  const { data: catalogue } = useApiQuery(getCatalogue, { silent: true });
  const named = params.get(parameter);
  useEffect(() => {
    if (named === null || !catalogue) return;
    if (usePurchase.getState().purchaseItems.length === 0) {
      const extras = catalogue.extras.map(({ sku, name }) => ({
        sku,
        name,
        kind: "extra" as const,
      }));
      const plans = catalogue.plans.map(({ sku, name, period }) => ({
        sku,
        name,
        period,
        kind: "membership" as const,
      }));
      for (const [sku, quantity] of named.split(",").map((one) => one.split("*"))) {
        const product = [...plans, ...extras].find((one) => one.sku === sku);
        const { data: item } = cartItemSchema.safeParse({ ...product, quantity: Number(quantity) });
        if (item) addToCart(item);
      }
    }
    change({ [parameter]: "" });
  });
}

/** /checkout: the cart, its price and the payment. */
export default function CheckoutPage() {
  const { t } = useTranslation("titles");
  useCartOfAddress();
  const empty = usePurchase(({ purchaseItems }) => purchaseItems.length === 0);
  return <Page title={t("checkout")}>{empty ? <EmptyCart /> : <FilledCart />}</Page>;
}
