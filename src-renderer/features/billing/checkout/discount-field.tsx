import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getQuote } from "../../../../src-shared/api/billing.ts";
import { call } from "../../../api-client/client.ts";
import { useFormats } from "../../../i18n/formats.ts";
import { setDiscount, usePurchase } from "../../../purchase/purchase-store.ts";
import { tokens } from "../../../theme/tokens.ts";
import { orderItems } from "./use-quote.ts";

const useStyles = makeStyles({
  form: { display: "flex", alignItems: "end", gap: "8px", "> :first-child": { flexGrow: 1 } },
  button: { minHeight: "40px" },
  invalid: { alignItems: "center" },
  accepted: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  code: { fontWeight: 600 },
  description: { color: tokens.colorNeutralForeground2 },
});

/** The accepted code, with what it takes off and the way to remove it. */
function AcceptedCode() {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const discount = usePurchase((state) => state.discount);
  if (!discount) return null;
  return (
    <div className={styles.accepted} role="status">
      <span className={styles.code}>{discount.code}</span>
      <span className={styles.description}>
        {discount.description} (−{money(discount.amount)})
      </span>
      <Button appearance="subtle" onClick={() => setDiscount(null)}>
        {t("discount.remove")}
      </Button>
    </div>
  );
}

/** Takes a discount code; the server says whether it is unknown, expired or for something else. */
export function DiscountField() {
  const styles = useStyles();
  const { t } = useTranslation(["checkout", "forms"]);
  const { discount, purchaseItems } = usePurchase();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (discount) return <AcceptedCode />;

  const apply = async () => {
    if (busy) return;
    if (code.trim() === "") return setError(t("forms:required"));
    setBusy(true);
    setError(null);
    const { data, error: failure } = await call(getQuote, {
      body: { items: orderItems(purchaseItems), discountCode: code },
    });
    setBusy(false);
    if (data) setDiscount(data.discount);
    else setError(failure.code?.startsWith("discount-") ? failure.message : t("discount.failed"));
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <Field
        label={t("discount.label")}
        size="large"
        {...(error !== null && { validationMessage: error })}
      >
        <Input
          size="large"
          value={code}
          autoComplete="off"
          onChange={(_, { value }) => setCode(value)}
        />
      </Field>
      <Button
        type="submit"
        size="large"
        disabledFocusable={busy}
        className={error === null ? styles.button : styles.invalid}
      >
        {t("discount.apply")}
      </Button>
    </form>
  );
}
