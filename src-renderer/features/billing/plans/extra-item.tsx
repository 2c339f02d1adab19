import { Button, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Extra } from "../../../../src-shared/api/billing.ts";
import { maxQuantity } from "../../../../src-shared/api/cart.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { knownMotif } from "../../../components/cover-art/known-motif.ts";
import { MotifArt } from "../../../components/cover-art/motif-art.tsx";
import { TextLink } from "../../../components/links.tsx";
import { useFormats } from "../../../i18n/formats.ts";
import { addToCart, usePurchase } from "../../../purchase/purchase-store.ts";
import { tokens } from "../../../theme/tokens.ts";
import { useExtraStyles } from "./extra-styles.ts";

const useStyles = makeStyles({
  name: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600 },
  text: { margin: "4px 0 0", maxWidth: "62ch" },
  delivery: { margin: "4px 0 0", maxWidth: "62ch", color: tokens.colorNeutralForeground2 },
  label: { margin: 0, fontSize: "16px", lineHeight: "28px", fontWeight: 600 },
  price: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    fontVariantNumeric: "lining-nums",
  },
  // Room for the answer, so that nothing jumps when the item is in the cart.
  answer: { minHeight: "48px" },
});

/** How many of the item the cart holds, with the way on; read out when it changes. */
function InCart({ quantity }: { quantity: number }) {
  const styles = useStyles();
  const { t } = useTranslation("billing");
  return (
    <div role="status" className={styles.answer}>
      {quantity > 0 && (
        <>
          <div>{t(quantity < maxQuantity ? "extras.inCart" : "extras.most", { quantity })}</div>
          <TextLink to={routePath("checkout")}>{t("extras.checkout")}</TextLink>
        </>
      )}
    </div>
  );
}

/** One extra: what it is, how one gets it, its price, and the way into the cart. */
export function ExtraItem({ extra }: { extra: Extra }) {
  const styles = useStyles();
  const row = useExtraStyles();
  const { t } = useTranslation("billing");
  const { money } = useFormats();
  const { sku, name } = extra;
  const quantity = usePurchase(
    ({ purchaseItems }) => purchaseItems.find((item) => item.sku === sku)?.quantity ?? 0,
  );
  return (
    <li className={row.item}>
      <div className={row.art}>
        <MotifArt motif={knownMotif(extra.motif)} size={72} />
      </div>
      <div>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.text}>{extra.summary}</p>
      </div>
      <div>
        <h4 className={styles.label}>{t("extras.delivery")}</h4>
        <p className={styles.delivery}>{extra.delivery}</p>
      </div>
      <div className={row.buy}>
        <span className={styles.price}>{money(extra.price)}</span>
        <Button
          size="large"
          className={row.button}
          disabledFocusable={quantity >= maxQuantity}
          aria-label={t("extras.addNamed", { item: name })}
          onClick={() => addToCart({ sku, kind: "extra", quantity: 1, name })}
        >
          {t("extras.add")}
        </Button>
        <InCart quantity={quantity} />
      </div>
    </li>
  );
}
