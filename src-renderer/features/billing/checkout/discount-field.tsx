import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getQuote } from "../../../../src-shared/api/billing.ts";
import { call } from "../../../api-client/client.ts";
import { setDiscount, usePurchase } from "../../../purchase/purchase-store.ts";
import { AcceptedCode } from "./accepted-code.tsx";
import { isBlocked } from "./payments-blocked.tsx";
import { orderItems, type QuotedItem } from "./use-quote.ts";

const useStyles = makeStyles({
  form: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "8px",
    maxWidth: "440px",
  },
  // Narrower than inputs like to be, beside a long word on a small screen.
  field: { gridTemplateColumns: "minmax(0, 1fr)" },
  input: { minWidth: 0, minHeight: "46px", "& input": { width: "100%", minWidth: 0 } },
  // In line with the input, whose label stands above and whose error below.
  button: { marginTop: "34px", alignSelf: "start" },
});

/** Asks the server for the code; what it says of a refused one stands at the field. */
function useDiscountCode(items: readonly QuotedItem[]) {
  const { t } = useTranslation(["checkout", "billing", "forms"]);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => {
    setError(why);
    input.current?.focus();
  };
  const apply = async () => {
    if (busy) return;
    if (code.trim() === "") return refuse(t("forms:required"));
    setBusy(true);
    setError(null);
    const { data, error: failure } = await call(getQuote, {
      body: { items: orderItems(items), discountCode: code },
    });
    setBusy(false);
    if (data) {
      setCode("");
      return setDiscount(data.discount);
    }
    if (isBlocked(failure)) return refuse(t("billing:blocked"));
    refuse(failure.code?.startsWith("discount-") ? failure.message : t("discount.failed"));
  };
  return { code, setCode, error, busy, apply, input };
}

type DiscountFieldProps = {
  /** What the code is to be good for. */
  items: readonly QuotedItem[];
  /** Why a code that was accepted before no longer holds, in the server's words. */
  dropped: string | null;
};

/** Takes a discount code; the server says whether it is unknown, expired or for something else. */
export function DiscountField({ items, dropped }: DiscountFieldProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const discount = usePurchase((state) => state.discount);
  const { code, setCode, error, busy, apply, input } = useDiscountCode(items);
  if (discount) return <AcceptedCode discount={discount} />;
  const message = error ?? dropped;
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
        className={styles.field}
        label={t("discount.label")}
        size="large"
        {...(message !== null && { validationMessage: message })}
      >
        <Input
          ref={input}
          className={styles.input}
          size="large"
          value={code}
          maxLength={40}
          autoComplete="off"
          onChange={(_, { value }) => setCode(value)}
        />
      </Field>
      <Button type="submit" size="large" disabledFocusable={busy} className={styles.button}>
        {t("discount.apply")}
      </Button>
    </form>
  );
}
