import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { login, loginSchema } from "../../../../src-shared/api/sign-in.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { call } from "../../../api-client/client.ts";
import { FormFailure } from "../../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../../components/form/form.tsx";
import { PasswordField } from "../../../components/form/password-field.tsx";
import { showFailure } from "../../../components/form/server-errors.ts";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { TextField } from "../../../components/form/text-field.tsx";
import { TextLink } from "../../../components/links.tsx";
import { useFlags } from "../../../flags/flag-store.ts";
import { signIn } from "../../../session/session-store.ts";
import { loginDraft } from "./login-draft.ts";
import { useForgetRefusal } from "../use-forget-refusal.ts";

/** E-mail and password. Once they are right, the page's guard leads on. */
export function LoginForm() {
  const { t } = useTranslation("sign-in");
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: loginDraft.read(), password: "" },
  });
  const { register, formState, handleSubmit, clearErrors } = form;
  useForgetRefusal(
    useFlags((flags) => flags.loginDisabled),
    clearErrors,
  );
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    const { data, error } = await call(login, { body });
    if (data) {
      loginDraft.keep("");
      return signIn(data);
    }
    showFailure(form, error);
    if (error.code === "wrong-credentials") form.setFocus("password", { shouldSelect: true });
  });
  const words = {
    "wrong-credentials": t("login.wrong"),
    "address-unproven": t("login.unproven"),
  };
  return (
    <Form label={t("login.form")} onSubmit={submit}>
      <FormFailure error={errors.root} words={words} />
      <TextField
        label={t("email")}
        type="email"
        autoComplete="username"
        registration={register("email")}
        error={errors.email}
      />
      <PasswordField
        label={t("password")}
        autoComplete="current-password"
        registration={register("password")}
        error={errors.password}
      />
      <FormActions>
        <SubmitButton busy={isSubmitting}>{t("login.submit")}</SubmitButton>
        <TextLink to={routePath("forgotPassword")}>{t("login.forgot")}</TextLink>
      </FormActions>
    </Form>
  );
}
