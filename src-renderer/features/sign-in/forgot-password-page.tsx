import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { forgotPassword, forgotPasswordSchema } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

/** /forgot-password: requests a mail with a link; the answer is the same for every address. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: "" },
  });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    setSentTo(null);
    const { error } = await call(forgotPassword, { body });
    if (!error) setSentTo(body.email);
    return error;
  });
  return (
    <SignInLayout title={t("titles:forgotPassword")} lead={t("forgot.lead")} picture="whistle">
      <Form label={t("forgot.form")} onSubmit={submit}>
        <FormFailure error={errors.root} />
        <TextField
          label={t("email")}
          type="email"
          autoComplete="username"
          registration={form.register("email")}
          error={errors.email}
        />
        <FormActions>
          <SubmitButton busy={busy} look={sentTo === null ? "accent" : "secondary"}>
            {t(sentTo === null ? "forgot.submit" : "forgot.again")}
          </SubmitButton>
          <TextLink to={routePath("login")}>{t("forgot.remembered")}</TextLink>
        </FormActions>
        <FormSuccess>
          {sentTo !== null && `${t("forgot.sent", { address: sentTo })} ${t("forgot.notArrived")}`}
        </FormSuccess>
      </Form>
    </SignInLayout>
  );
}
