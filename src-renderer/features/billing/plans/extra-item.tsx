import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Extra } from "#shared/api/catalogue.ts";
import { routePath } from "#shared/routes.ts";
import { knownMotif, MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { addToCart, usePurchase } from "#renderer/purchase/purchase-store.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Styles of a row, shared with its skeleton. */
export const useExtraStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "112px minmax(0, 5fr) minmax(0, 4fr) 184px",
    gap: "16px 32px",
    padding: "32px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    // The drawing stands beside the text also where the columns are stacked.
    [media.belowTablet]: {
      gridTemplateColumns: "112px minmax(0, 1fr)",
      "> :not(:first-child)": { gridColumn: "2" },
    },
    [media.phone]: { gridTemplateColumns: "72px minmax(0, 1fr)", columnGap: "16px" },
  },
  art: {
    display: "grid",
    placeItems: "center",
    boxSizing: "border-box",
    width: "100%",
    height: "112px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBand,
    [media.belowTablet]: { gridRow: "1 / span 3" },
    [media.phone]: { height: "72px", "> svg": { width: "48px", height: "48px" } },
  },
  buy: {
    display: "grid",
    alignContent: "start",
    justifyItems: "start",
    gap: "12px 16px",
    [media.belowTablet]: {
      gridTemplateColumns: "auto 1fr",
      "> :first-child": { gridColumn: "1 / -1" },
    },
  },
  button: { minHeight: "44px" },
});

const useStyles = makeStyles({
  name: { fontSize: "20px", lineHeight: "28px" },
  text: { margin: "4px 0 0", maxWidth: "62ch" },
  delivery: { margin: "4px 0 0", maxWidth: "62ch", color: tokens.colorNeutralForeground2 },
  label: { fontSize: "16px", lineHeight: "28px" },
  price: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "28px",
    lineHeight: "34px",
    fontVariantNumeric: "lining-nums",
  },
  // Reserves the height, so that nothing moves when the item is added.
  answer: { minHeight: "24px" },
});

/** Adds an extra to the cart; once it is there, leads to the cart. The link takes the focus of the button that it replaces. */
function BuyButton({ extra: { sku, name }, isInCart }: { extra: Extra; isInCart: boolean }) {
  const row = useExtraStyles();
  const { t } = useTranslation("billing");
  const place = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (isInCart && wasPressed.current) focusReplacement(place.current?.querySelector("a") ?? null);
    wasPressed.current = false;
  }, [isInCart]);
  const add = () => {
    wasPressed.current = true;
    addToCart({ sku, kind: "extra", quantity: 1, name });
  };
  return (
    <span ref={place}>
      {isInCart ? (
        <ButtonLink to={routePath("checkout")}>{t("extras.checkout")}</ButtonLink>
      ) : (
        <Button
          size="large"
          className={row.button}
          aria-label={t("extras.addNamed", { item: name })}
          onClick={add}
        >
          {t("extras.add")}
        </Button>
      )}
    </span>
  );
}

/** One extra: summary, delivery, price and the button that adds it to the cart. */
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
        <Heading level={3} size="label" className={styles.name}>
          {name}
        </Heading>
        <p className={styles.text}>{extra.summary}</p>
      </div>
      <div>
        <Heading level={4} className={styles.label}>
          {t("extras.delivery")}
        </Heading>
        <p className={styles.delivery}>{extra.delivery}</p>
      </div>
      <div className={row.buy}>
        <span className={styles.price}>{money(extra.price)}</span>
        <BuyButton extra={extra} isInCart={quantity > 0} />
        <div role="status" className={styles.answer}>
          {quantity > 0 && t("extras.inCart", { quantity })}
        </div>
      </div>
    </li>
  );
}
