import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { login, loginSchema } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { PasswordField } from "./password-fields.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { CodeLogin } from "./code-login.tsx";
import { loginDraft } from "./drafts.ts";
import { useForgetRefusal } from "./feature-gate.tsx";

const empty = { email: "", password: "" };

/** E-mail and password. After a login the guard of the page redirects. `email` is that of who was logged in before. */
export function LoginForm({ email = "" }: { email?: string }) {
  const { t } = useTranslation("sign-in");
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { ...empty, email: email || loginDraft.read() },
  });
  const [challenge, setChallenge] = useState("");
  const { register, formState, clearErrors, reset } = form;
  useEmptyAtLogout(reset, empty);
  useForgetRefusal(
    useFlags((flags) => flags.loginDisabled),
    clearErrors,
  );
  const { errors } = formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { data, error } = await call(login, { body });
    if (data && "challenge" in data) setChallenge(data.challenge);
    else if (data) {
      loginDraft.keep("");
      signIn(data);
    } else if (error.code === "wrong-credentials") {
      form.setFocus("password", { shouldSelect: true });
    }
    return error;
  });
  const words = {
    "wrong-credentials": t("login.wrong"),
    "address-unproven": t("login.unproven"),
  };
  if (challenge) {
    return (
      <CodeLogin
        challenge={challenge}
        onBack={() => setChallenge("")}
        onSignedIn={() => loginDraft.keep("")}
      />
    );
  }
  return (
    <Form label={t("login.form")} onSubmit={submit}>
      <FormFailure error={errors.root} words={words} />
      <TextField
        label={t("email")}
        type="email"
        autoComplete="username webauthn"
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
        <SubmitButton busy={busy}>{t("login.submit")}</SubmitButton>
        <TextLink to={routePath("forgotPassword")}>{t("login.forgot")}</TextLink>
      </FormActions>
    </Form>
  );
}
