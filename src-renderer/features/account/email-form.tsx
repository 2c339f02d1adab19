import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { changeEmail, changeEmailSchema } from "../../../src-shared/api/account.ts";
import type { User } from "../../../src-shared/api/user.ts";
import { call } from "../../api-client/client.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { FormSuccess } from "../../components/form/form-success.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { showFailure } from "../../components/form/server-errors.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { TextField } from "../../components/form/text-field.tsx";
import { setUser } from "../../session/session-store.ts";

const empty = { email: "", password: "" };

/** Asks for another address; it counts once its mail was answered. Needs the password. */
export function EmailForm({ user }: { user: User }) {
  const { t } = useTranslation("account");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(changeEmailSchema), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setSentTo(null);
    const { data, error } = await call(changeEmail, { body });
    if (error) return showFailure(form, error);
    setUser(data);
    setSentTo(body.email);
    form.reset(empty);
  });
  return (
    <Form label={t("email.title")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextField
        label={t("email.label")}
        type="email"
        autoComplete="email"
        {...(user.email && { hint: t("email.current", { address: user.email }) })}
        registration={form.register("email")}
        error={errors.email}
      />
      <PasswordField
        label={t("currentPassword")}
        autoComplete="current-password"
        registration={form.register("password")}
        error={errors.password}
      />
      <FormActions>
        <SubmitButton busy={isSubmitting} look="primary">
          {t("email.submit")}
        </SubmitButton>
      </FormActions>
      <FormSuccess>{sentTo !== null && t("email.sent", { address: sentTo })}</FormSuccess>
    </Form>
  );
}
