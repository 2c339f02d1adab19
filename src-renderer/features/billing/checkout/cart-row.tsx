import { Button, makeStyles, Select } from "@fluentui/react-components";
import { DeleteRegular } from "@fluentui/react-icons";
import { useTranslation } from "react-i18next";
import type { Quote } from "../../../../src-shared/api/billing.ts";
import { maxQuantity, type CartItem } from "../../../../src-shared/api/cart.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { media, tokens } from "../../../theme/tokens.ts";
import { changeQuantity } from "./change-quantity.ts";

const useStyles = makeStyles({
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
  name: { fontSize: "18px", fontWeight: 600 },
  detail: { color: tokens.colorNeutralForeground2 },
  gone: { color: tokens.colorPaletteRedForeground1 },
  quantity: { width: "88px", "& select": { minHeight: "44px" } },
  remove: { minWidth: "44px", minHeight: "44px", gridColumn: "3" },
});

const quantities = Array.from({ length: maxQuantity }, (_, index) => index + 1);

/** How many of the item are wanted. */
function Quantity({ item, name }: { item: CartItem; name: string }) {
  const styles = useStyles();
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
  /** No longer on sale. */
  gone: boolean;
  onRemove: () => void;
};

/** One item of the cart. */
export function CartRow({ item, quote, gone, onRemove }: CartRowProps) {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "billing"]);
  const { money } = useFormats();
  const line = quote?.lines.find(({ sku }) => sku === item.sku);
  const name = line?.name ?? item.name ?? item.sku;
  const price = line && money(line.unitPrice);
  return (
    <li className={styles.item}>
      <div>
        <div className={styles.name}>{name}</div>
        {gone && <div className={styles.gone}>{t("cart.gone")}</div>}
        {price && (
          <div className={styles.detail}>
            {line.period
              ? `${price} ${t(`billing:per.${line.period}`)}`
              : t("cart.each", { price })}
          </div>
        )}
      </div>
      {item.kind === "extra" && !gone && <Quantity item={item} name={name} />}
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
