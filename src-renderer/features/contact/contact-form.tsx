import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { contactSchema, sendContactMessage } from "#shared/api/contact.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { createDraft, useEmptyAtLogout } from "#renderer/session/draft.ts";
import { useUser } from "#renderer/session/session-store.ts";

type Draft = { name: string; email: string; subject: string; message: string };

/** Keeps a message that was begun and not sent when the page is left. */
export const contactDraft = createDraft<Draft | null>(null, (written) =>
  written.subject || written.message ? { ...written } : null,
);

const empty: Draft = { name: "", email: "", subject: "", message: "" };

export type ContactMessage = z.infer<typeof contactSchema>;

export function ContactForm({ onSent }: { onSent: (message: ContactMessage) => void }) {
  const { t } = useTranslation("contact");
  const user = useUser();
  const form = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: contactDraft.read() ?? {
      ...empty,
      name: user?.name ?? "",
      email: user?.email ?? "",
    },
  });
  const { getValues, setValue, reset } = form;
  useEffect(() => () => contactDraft.keep(getValues()), [getValues]);
  useEmptyAtLogout(reset, empty);
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { error } = await call(sendContactMessage, { body });
    if (error) return error;
    setValue("subject", "");
    setValue("message", "");
    onSent(body);
    return null;
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
      <TextAreaField
        label={t("form.message")}
        rows={8}
        registration={form.register("message")}
        error={errors.message}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("form.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
