import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { getQuote, type Quote } from "../../../../src-shared/api/billing.ts";
import { message } from "../../../../src-shared/api/fields.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { refresh } from "../../../api-client/query.ts";
import { CheckboxField } from "../../../components/form/checkbox-field.tsx";
import { SubmitButton } from "../../../components/form/form.tsx";
import { TextLink } from "../../../components/links.tsx";
import { RichText } from "../../../components/rich-text.tsx";
import { PaymentNotes } from "../plans/payment-notes.tsx";
import { PaymentFailureNotice } from "./payment-notices.tsx";
import { type Order, usePayment } from "./use-payment.ts";

const schema = z.object({
  accepted: z.boolean().check(z.refine((accepted) => accepted, message.terms)),
});

const useStyles = makeStyles({ form: { display: "grid", gap: "16px", marginTop: "24px" } });

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
  /** Label of the button. */
  action: string;
};

/** The form that accepts the terms and starts the payment, unless payments are unavailable. */
export function PayForm({ quote, stale, order, action }: PayFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { accepted: false } });
  const { busy, failure, run } = usePayment(({ code }) => {
    if (code === "terms-outdated") form.setValue("accepted", false);
  });
  const submit = form.handleSubmit(async () => {
    if (!stale) await run({ ...order, termsVersion: quote.termsVersion }, quote.dueNow);
  });
  const label = (
    <RichText
      text={t("terms")}
      elements={{ terms: <TextLink to={routePath("terms")}>{null}</TextLink> }}
    />
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <PaymentNotes {...quote} />
      {quote.paymentsAvailable ? (
        <>
          <CheckboxField
            label={label}
            registration={form.register("accepted")}
            error={form.formState.errors.accepted}
          />
          {failure && <PaymentFailureNotice failure={failure} />}
          <div>
            <SubmitButton busy={busy || stale}>{action}</SubmitButton>
          </div>
        </>
      ) : (
        <AskAgain />
      )}
    </form>
  );
}
