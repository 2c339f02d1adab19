import { zodResolver } from "@hookform/resolvers/zod";
import { Button, makeStyles } from "@fluentui/react-components";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { getQuote, type Quote } from "../../../../src-shared/api/billing.ts";
import { message } from "../../../../src-shared/api/fields.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { refresh } from "../../../api-client/query.ts";
import { CheckboxField } from "../../../components/form/checkbox-field.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { TextLink } from "../../../components/links.tsx";
import { PaymentNotes } from "../plans/payment-notes.tsx";
import { PaymentFailureNotice } from "./payment-failure-notice.tsx";
import { usePayment, type Order } from "./use-payment.ts";

const schema = z.object({
  accepted: z.boolean().check(z.refine((accepted) => accepted, message.terms)),
});

const useStyles = makeStyles({ form: { display: "grid", gap: "16px", marginTop: "24px" } });

/** Asks again whether payments are possible. */
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
  /** The quote is of what was chosen before; nothing can be paid until the new one is there. */
  stale: boolean;
  order: Omit<Order, "termsVersion">;
  /** What the button says: the deed and its price. */
  action: string;
};

/** Accepts the terms and begins the payment; blocked while payments are unavailable (ruling 20). */
export function PayForm({ quote, stale, order, action }: PayFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { busy, failure, pay } = usePayment();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { accepted: false } });
  const submit = form.handleSubmit(async () => {
    if (stale) return;
    const why = await pay({ ...order, termsVersion: quote.termsVersion }, quote.dueNow);
    if (why?.code === "terms-outdated") form.setValue("accepted", false);
  });
  const label = (
    <Trans
      t={t}
      i18nKey="terms"
      components={{ terms: <TextLink to={routePath("terms")}>{null}</TextLink> }}
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
