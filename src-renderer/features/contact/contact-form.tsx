import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { contactSchema, sendContactMessage } from "../../../src-shared/api/contact.ts";
import { call } from "../../api-client/client.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { showFailure } from "../../components/form/server-errors.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { TextField } from "../../components/form/text-field.tsx";
import { useUser } from "../../session/session-store.ts";
import { contactDraft } from "./contact-draft.ts";

export type ContactMessage = z.infer<typeof contactSchema>;

/** Writes to the owner; a failure keeps the text. `onSent` gets what was sent. */
export function ContactForm({ onSent }: { onSent: (message: ContactMessage) => void }) {
  const { t } = useTranslation("contact");
  const user = useUser();
  const form = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: contactDraft.read() ?? {
      name: user?.name ?? "",
      email: user?.email ?? "",
      subject: "",
      message: "",
    },
  });
  const { getValues, setValue } = form;
  useEffect(() => () => contactDraft.keep(getValues()), [getValues]);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    const { error } = await call(sendContactMessage, { body });
    if (error) return showFailure(form, error);
    setValue("subject", "");
    setValue("message", "");
    onSent(body);
  });
  return (
    <Form label={t("form.title")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextField
        label={t("form.name")}
        autoComplete="name"
        registration={form.register("name")}
        error={errors.name}
      />
      <TextField
        label={t("form.email")}
        type="email"
        autoComplete="email"
        hint={t("form.emailHint")}
        registration={form.register("email")}
        error={errors.email}
      />
      <TextField
        label={t("form.subject")}
        registration={form.register("subject")}
        error={errors.subject}
      />
      <TextField
        label={t("form.message")}
        rows={8}
        registration={form.register("message")}
        error={errors.message}
      />
      <FormActions>
        <SubmitButton busy={isSubmitting}>{t("form.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
