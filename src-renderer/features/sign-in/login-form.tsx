import { Button, Link } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { login, loginSchema } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { showFailure, useSubmit } from "#renderer/components/form/use-submit.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { useFocusOnReturn } from "#renderer/components/use-focus-on-return.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { loginDraft } from "./drafts.ts";
import { FeatureGate, useForgetRefusal } from "./feature-gate.tsx";
import { LoginByCodeSteps, LoginCodeEnding, useLoginByCode } from "./login-by-code.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";
import { PasswordField } from "./password-fields.tsx";

const empty = { email: "", password: "" };

/** E-mail and password, or a mailed code. After a login the guard of the page redirects. `email` is that of who was logged in before. */
export function LoginForm({ email = "" }: { email?: string }) {
  const { t } = useTranslation("sign-in");
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { ...empty, email: email || loginDraft.read() },
  });
  const byCode = useLoginByCode();
  const { register, formState, clearErrors, reset } = form;
  useEmptyAtLogout(reset, empty);
  useForgetRefusal(
    useFlags((flags) => flags.loginDisabled),
    clearErrors,
  );
  const { errors } = formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { data, error } = await call(login, { body });
    if (data && "challenge" in data) byCode.setChallenge(data.challenge);
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
  const mailCode = useMutation(async () => {
    form.clearErrors();
    if (!(await form.trigger("email", { shouldFocus: true }))) return null;
    const failure = await byCode.request(form.getValues("email"));
    if (failure) showFailure(form, failure);
    return failure;
  });
  // The address, also where a reload has emptied the form.
  const { waiting } = byCode;
  useFocusOnReturn(byCode.isCodeAsked, () => form.setFocus("email", { shouldSelect: true }));
  const leave = () => {
    if (waiting && form.getValues("email") === "") form.setValue("email", waiting.email);
    byCode.leave();
  };
  return (
    <>
      <LoginByCodeSteps
        login={byCode}
        heading={2}
        action={t("login.submit")}
        onSignedIn={() => loginDraft.keep("")}
      >
        {t("register.wrongAddress")}{" "}
        <Link as="button" inline onClick={leave}>
          {t("register.changeAddress")}
        </Link>
      </LoginByCodeSteps>
      {!byCode.isUnderWay && (
        <>
          <LoginCodeEnding ending={byCode.ending} retry={byCode.retry} />
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
          <Button
            size="large"
            disabledFocusable={mailCode.busy}
            onClick={() => void mailCode.run()}
          >
            {t("byCode.request")}
          </Button>
        </>
      )}
    </>
  );
}

/** The login form of /login for use on another page, which stays open while its user logs in again. */
export function LoginInPlace({ email }: { email: string }) {
  const loginDisabled = useFlags((flags) => flags.loginDisabled);
  return (
    <FeatureGate disabled={loginDisabled}>
      <LoginForm email={email} />
      <PasskeyLogin disabled={loginDisabled} />
    </FeatureGate>
  );
}
