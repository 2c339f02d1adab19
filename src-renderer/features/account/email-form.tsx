import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { changeEmail, changeEmailSchema } from "#shared/api/account.ts";
import type { MailedCode } from "#shared/api/sign-in.ts";
import type { User } from "#shared/api/user.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { PasswordField } from "#renderer/features/sign-in/index.ts";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useFactorProof } from "./second-factor/use-factor-proof.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";

type EmailFormProps = {
  user: User;
  /** The address that was entered before and has to be corrected. */
  email: string;
  onBegun: (change: MailedCode) => void;
};

/** Asks for the new address and the password; the server mails a code to the new address. */
export function EmailForm({ user, email, onBegun }: EmailFormProps) {
  const { t } = useTranslation("account");
  const form = useForm({
    resolver: zodResolver(changeEmailSchema),
    defaultValues: { email, password: "" },
  });
  const { errors } = form.formState;
  const { guard, field, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, (body) =>
    guard(async () => {
      const { data, error } = await call(changeEmail, { body });
      if (data) onBegun(data);
      return error;
    }),
  );
  return (
    <Form label={t("email.title")} onSubmit={submit}>
      <FormFailure error={errors.root} words={factorWords} />
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
      {field}
      <FormActions>
        <SubmitButton busy={busy} look="primary">
          {t("email.submit")}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
