import { zodResolver } from "@hookform/resolvers/zod";
import { makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { contactSchema, sendContactMessage } from "#shared/api/contact.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";

const feedbackSchema = z.pick(contactSchema, { message: true });

const useStyles = makeStyles({ form: { maxWidth: "60ch" } });

type CancelFeedbackProps = { sender: { name: string; email: string } };

/** Lets a member who has cancelled say why, if they want to: a message to the owner of the portal. */
export function CancelFeedback({ sender }: CancelFeedbackProps) {
  const styles = useStyles();
  const { t } = useTranslation("membership");
  const [isSent, setSent] = useState(false);
  const form = useForm({ resolver: zodResolver(feedbackSchema), defaultValues: { message: "" } });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async ({ message }) => {
    const body = { ...sender, subject: t("cancel.feedback.subject"), message };
    const { error } = await call(sendContactMessage, { body });
    if (!error) setSent(true);
    return error;
  });
  if (isSent) {
    return (
      <Notice intent="success" takesFocus>
        {t("cancel.feedback.sent")}
      </Notice>
    );
  }
  return (
    <div className={styles.form}>
      <Form label={t("cancel.feedback.title")} onSubmit={submit}>
        <FormFailure error={errors.root} />
        <TextAreaField
          label={t("cancel.feedback.title")}
          hint={t("cancel.feedback.hint")}
          rows={3}
          registration={form.register("message")}
          error={errors.message}
        />
        <FormActions>
          <SubmitButton busy={busy} look="secondary">
            {t("cancel.feedback.submit")}
          </SubmitButton>
        </FormActions>
      </Form>
    </div>
  );
}
