import { zodResolver } from "@hookform/resolvers/zod";
import { makeStyles } from "@fluentui/react-components";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import * as z from "zod/mini";
import type { Quote } from "../../../../src-shared/api/billing.ts";
import { message } from "../../../../src-shared/api/fields.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { CheckboxField } from "../../../components/form/checkbox-field.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { TextLink } from "../../../components/links.tsx";
import { PaymentNotes } from "../plans/payment-notes.tsx";
import { PaymentFailureNotice } from "./payment-failure-notice.tsx";
import { usePayment, type Order } from "./use-payment.ts";

const schema = z.object({ accepted: z.literal(true, { error: message.terms }) });

const useStyles = makeStyles({ form: { display: "grid", gap: "16px", marginTop: "24px" } });

type PayFormProps = {
  quote: Quote;
  order: Omit<Order, "termsVersion">;
  /** What the button says: the deed and its price. */
  action: string;
};

/** Accepts the terms and begins the payment; blocked while payments are unavailable (ruling 20). */
export function PayForm({ quote, order, action }: PayFormProps) {
  const styles = useStyles();
  const { t } = useTranslation("checkout");
  const { busy, failure, pay } = usePayment();
  const form = useForm<{ accepted: boolean }>({
    resolver: zodResolver(schema) as never, // the form starts with what the schema refuses
    defaultValues: { accepted: false },
  });
  const submit = form.handleSubmit(() => pay({ ...order, termsVersion: quote.termsVersion }));
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
      {quote.paymentsAvailable && (
        <>
          <CheckboxField
            label={label}
            registration={form.register("accepted")}
            error={form.formState.errors.accepted}
          />
          {failure && <PaymentFailureNotice failure={failure} />}
          <div>
            <SubmitButton busy={busy}>{action}</SubmitButton>
          </div>
        </>
      )}
    </form>
  );
}
