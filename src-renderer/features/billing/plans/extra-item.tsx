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
import { measure, media, tokens } from "#renderer/theme/tokens.ts";

/** Styles of a row, shared with its skeleton. */
export const useExtraStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  item: {
    display: "grid",
    gridTemplateColumns: "56px minmax(0, 1fr) auto",
    gap: "12px 24px",
    padding: "20px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    // The drawing stands beside the text also where the columns are stacked.
    [media.phone]: {
      gridTemplateColumns: "56px minmax(0, 1fr)",
      columnGap: "16px",
      "> :not(:first-child)": { gridColumn: "2" },
    },
  },
  art: {
    display: "grid",
    placeItems: "center",
    boxSizing: "border-box",
    width: "100%",
    height: "56px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBand,
    [media.phone]: { gridRow: "1 / span 2" },
  },
  buy: {
    display: "grid",
    gridTemplateColumns: "auto auto",
    alignContent: "start",
    alignItems: "center",
    justifyItems: "end",
    gap: "4px 16px",
    "> :last-child": { gridColumn: "1 / -1" },
    [media.phone]: { justifyContent: "space-between" },
  },
  button: { minHeight: "44px" },
});

const useStyles = makeStyles({
  name: { fontSize: "20px", lineHeight: "28px" },
  text: { margin: "4px 0 0", maxWidth: measure },
  delivery: { margin: 0, maxWidth: measure, color: tokens.colorNeutralForeground2 },
  label: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    cursor: "pointer",
    color: tokens.colorNeutralForeground2,
    textDecorationLine: "underline",
    textUnderlineOffset: "0.2em",
    listStyleType: "none",
  },
  price: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "24px",
    lineHeight: "32px",
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
        <MotifArt motif={knownMotif(extra.motif)} size={40} />
      </div>
      <div>
        <Heading level={3} size="label" className={styles.name}>
          {name}
        </Heading>
        <p className={styles.text}>{extra.summary}</p>
        <details>
          <summary className={styles.label}>{t("extras.delivery")}</summary>
          <p className={styles.delivery}>{extra.delivery}</p>
        </details>
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
