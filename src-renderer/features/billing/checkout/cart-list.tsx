import { Button, makeStyles, SpinButton } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Quote } from "../../../../src-shared/api/billing.ts";
import { maxQuantity, type CartItem } from "../../../../src-shared/api/cart.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { setQuantity, usePurchase } from "../../../purchase/purchase-store.ts";
import { tokens } from "../../../theme/tokens.ts";

const useStyles = makeStyles({
  list: { listStyle: "none", margin: 0, padding: 0 },
  item: {
    display: "grid",
    gridTemplateColumns: "1fr auto auto",
    alignItems: "center",
    gap: "8px 16px",
    padding: "16px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { fontWeight: 600, minWidth: 0 },
  price: { color: tokens.colorNeutralForeground2, fontWeight: 400 },
  quantity: { width: "88px" },
  gone: { color: tokens.colorPaletteRedForeground1, fontWeight: 400 },
});

type CartRowProps = { item: CartItem; quote: Quote | undefined };

function CartRow({ item, quote }: CartRowProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const line = quote?.lines.find(({ sku }) => sku === item.sku);
  const name = line?.name ?? item.name ?? item.sku;
  return (
    <li className={styles.item}>
      <div className={styles.name}>
        {name}
        {line && (
          <div className={styles.price}>{t("cart.each", { price: money(line.unitPrice) })}</div>
        )}
        {quote && !line && <div className={styles.gone}>{t("cart.gone")}</div>}
      </div>
      {item.kind === "extra" ? (
        <SpinButton
          className={styles.quantity}
          aria-label={t("cart.quantity", { name })}
          min={1}
          max={maxQuantity}
          value={item.quantity}
          onChange={(_, { value, displayValue }) => {
            const wanted = value ?? Number(displayValue);
            if (Number.isInteger(wanted) && wanted >= 1) setQuantity(item.sku, wanted);
          }}
        />
      ) : (
        <span />
      )}
      <Button
        appearance="subtle"
        size="large"
        icon={<DeleteRegular />}
        aria-label={t("cart.remove", { name })}
        onClick={() => setQuantity(item.sku, 0)}
      />
    </li>
  );
}

/** The cart's items; quantities of extras can be changed, everything can be removed. */
export function CartList({ quote }: { quote: Quote | undefined }) {
  const styles = useStyles();
  const items = usePurchase((state) => state.purchaseItems);
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <CartRow key={item.sku} item={item} quote={quote} />
      ))}
    </ul>
  );
}
