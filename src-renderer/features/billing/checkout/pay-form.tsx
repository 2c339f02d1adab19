import { Button, makeStyles } from "@fluentui/react-components";
import { Trans, useTranslation } from "react-i18next";
import { getQuote, type Quote } from "#shared/api/billing.ts";
import { routePath } from "#shared/routes.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { Form, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { PaymentNotes } from "../plans/payment-notes.tsx";
import { PaymentFailureNotice } from "./payment-notices.tsx";
import { type Order, usePayment } from "./use-payment.ts";

const useStyles = makeStyles({
  notes: { display: "grid", gap: "16px" },
  terms: { margin: 0 },
});

/** A button that checks again whether payments are available. */
function AskAgain() {
  const { t } = useTranslation();
  return (
    <div>
      <Button size="large" onClick={() => void refresh(getQuote)}>
        {t("failed.retry")}
      </Button>
    </div>
  );
}

type PayFormProps = {
  quote: Quote;
  /** Whether the quote is outdated: nothing can be paid until the new one arrives. */
  stale: boolean;
  order: Omit<Order, "termsVersion">;
};

/** The button that accepts the terms and starts the payment, unless payments are unavailable. */
export function PayForm({ quote, stale, order }: PayFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { money } = useFormats();
  const { busy, failure, run } = usePayment();
  const submit = async () => {
    if (!stale) await run({ ...order, termsVersion: quote.termsVersion }, quote.dueNow);
  };
  const { dueNow, paymentsAvailable, paymentsSetUp } = quote;
  if (!paymentsAvailable) {
    return (
      <div className={styles.notes}>
        <PaymentNotes {...quote} />
        {paymentsSetUp !== false && <AskAgain />}
      </div>
    );
  }
  return (
    <Form label={t("payment")} onSubmit={submit}>
      <PaymentNotes {...quote} />
      {failure && <PaymentFailureNotice failure={failure} />}
      <p className={styles.terms}>
        <Trans
          t={t}
          i18nKey="accepting"
          components={{ terms: <TextLink to={routePath("terms")}>{null}</TextLink> }}
        />
      </p>
      <SubmitButton busy={busy || stale} wide>
        {dueNow.amount === 0 ? t("payNothing") : t("pay", { price: money(dueNow) })}
      </SubmitButton>
    </Form>
  );
}
