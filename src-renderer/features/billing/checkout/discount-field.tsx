import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { ChevronDownRegular, ChevronUpRegular } from "@fluentui/react-icons";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Discount, getQuote } from "#shared/api/billing.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { setDiscount, usePurchase } from "#renderer/purchase/purchase-store.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { isBlocked } from "./payment-notices.tsx";
import { orderItems, type QuotedItem } from "./quote.ts";

const useAcceptedCodeStyles = makeStyles({
  accepted: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  code: { fontWeight: 600 },
  description: { color: tokens.colorNeutralForeground2 },
  remove: { minHeight: "44px" },
});

type AcceptedCodeProps = { discount: Discount; onRemove: () => void };

/** The accepted code, with its discount and a button that removes it. */
function AcceptedCode({ discount, onRemove }: AcceptedCodeProps) {
  const styles = useAcceptedCodeStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  return (
    <div className={styles.accepted} role="status">
      <span className={styles.code}>{discount.code}</span>
      <span className={styles.description}>
        {discount.description} (−{money(discount.amount)})
      </span>
      <Button appearance="subtle" className={styles.remove} onClick={onRemove}>
        {t("discount.remove")}
      </Button>
    </div>
  );
}

const useStyles = makeStyles({
  form: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "8px",
    maxWidth: "440px",
  },
  // Lets the field shrink beside a long button label on small screens.
  field: { gridTemplateColumns: "minmax(0, 1fr)" },
  input: { minWidth: 0, minHeight: "46px", "& input": { width: "100%", minWidth: 0 } },
  // Without the padding of a button its text stands on the edge of the column.
  toggle: { minHeight: "44px", marginLeft: "-12px" },
  // Aligns with the input, which has its label above and its error below.
  button: { marginTop: "34px", alignSelf: "start" },
});

/**
 * Checks a code with the server; `error` is what the server says about a refused one. `applyTyped` returns whether a code was typed
 * and is being checked now: what has to be paid may change.
 */
export function useDiscountCode(items: readonly QuotedItem[]) {
  const { t } = useTranslation(["checkout", "billing", "forms"]);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => {
    setError(why);
    input.current?.focus();
  };
  const messageOf = (failure: ApiFailure) => {
    if (isBlocked(failure)) return t("billing:blocked");
    return failure.code?.startsWith("discount-") ? failure.message : t("discount.failed");
  };
  const check = useMutation(async () => {
    const { data, error: failure } = await call(getQuote, {
      body: { items: orderItems(items), discountCode: code },
    });
    if (data) {
      setCode("");
      setDiscount(data.discount);
    } else refuse(messageOf(failure));
    return failure;
  });
  const apply = () => {
    if (check.busy) return;
    setError(null);
    if (code.trim() === "") refuse(t("forms:required"));
    else void check.run();
  };
  const applyTyped = () => {
    if (code.trim() === "") return false;
    apply();
    return true;
  };
  return { code, setCode, error, busy: check.busy, apply, applyTyped, input };
}

type CodeFormProps = {
  code: ReturnType<typeof useDiscountCode>;
  /** Why a code was refused, or null. */
  message: string | null;
};

function CodeForm({ code: { code, setCode, busy, apply, input }, message }: CodeFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
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

/** Focuses the field when it is unfolded, and when an accepted code was removed. */
function useUnfolding(isShown: boolean, input: ReturnType<typeof useDiscountCode>["input"]) {
  const wanted = useRef(false);
  useEffect(() => {
    if (!isShown || !wanted.current) return;
    wanted.current = false;
    focusReplacement(input.current);
  }, [isShown, input]);
  return () => (wanted.current = true);
}

type DiscountFieldProps = {
  code: ReturnType<typeof useDiscountCode>;
  /** The server's message about a code that was accepted before and no longer applies. */
  dropped: string | null;
};

/** Unfolds the field for a discount code, or shows the accepted code. Unfolds by itself to say why one was refused. */
export function DiscountField({ code, dropped }: DiscountFieldProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const id = useId();
  const discount = usePurchase((state) => state.discount);
  const message = code.error ?? dropped;
  const [wasUnfolded, setUnfolded] = useState(false);
  /** The message that was on screen when the field was folded. */
  const [read, setRead] = useState<string | null>(null);
  const isUnfolded = wasUnfolded || message !== read;
  const wantFocus = useUnfolding(isUnfolded && !discount, code.input);
  const unfold = () => {
    wantFocus();
    setUnfolded(true);
  };
  const fold = () => {
    setRead(message);
    setUnfolded(false);
  };
  if (discount) {
    const remove = () => {
      unfold();
      setDiscount(null);
    };
    return <AcceptedCode discount={discount} onRemove={remove} />;
  }
  return (
    <div>
      <Button
        appearance="transparent"
        className={styles.toggle}
        aria-expanded={isUnfolded}
        aria-controls={id}
        icon={isUnfolded ? <ChevronUpRegular /> : <ChevronDownRegular />}
        iconPosition="after"
        onClick={isUnfolded ? fold : unfold}
      >
        {t("discount.have")}
      </Button>
      <div id={id}>{isUnfolded && <CodeForm code={code} message={message} />}</div>
    </div>
  );
}
