import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { changeEmail, changeEmailSchema } from "../../../src-shared/api/account.ts";
import type { MailedCode } from "../../../src-shared/api/sign-in.ts";
import type { User } from "../../../src-shared/api/user.ts";
import { call } from "../../api-client/client.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { showFailure } from "../../components/form/server-errors.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { TextField } from "../../components/form/text-field.tsx";

type EmailFormProps = {
  user: User;
  /** What was typed before and had to be corrected. */
  email: string;
  onBegun: (change: MailedCode) => void;
};

/** Asks for another address, with the password; a code is mailed to it. */
export function EmailForm({ user, email, onBegun }: EmailFormProps) {
  const { t } = useTranslation("account");
  const form = useForm({
    resolver: zodResolver(changeEmailSchema),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    const { data, error } = await call(changeEmail, { body });
    if (error) showFailure(form, error);
    else onBegun(data);
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
    </Form>
  );
}
