import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { completeLogin, factorCodeSchema } from "#shared/api/second-factor.ts";
import { login, loginSchema } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { PasswordField } from "./password-fields.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { loginDraft } from "./drafts.ts";
import { FeatureGate, useForgetRefusal } from "./feature-gate.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";

const useCodeLoginStyles = makeStyles({
  step: { display: "grid", gap: "20px", justifyItems: "stretch", "& p": { margin: 0 } },
  other: { justifySelf: "start" },
});

type CodeLoginProps = {
  challenge: string;
  onBack: () => void;
  onSignedIn: () => void;
};

/** The second step of a login: a code of the authenticator app, or a recovery code. */
function CodeLogin({ challenge, onBack, onSignedIn }: CodeLoginProps) {
  const styles = useCodeLoginStyles();
  const { t } = useTranslation("second-factor");
  const quiet = useButtonLook("secondary");
  const [way, setWay] = useState<"app" | "recovery">("app");
  const form = useForm({ resolver: zodResolver(factorCodeSchema), defaultValues: { code: "" } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus, way]);
  const { busy, submit } = useSubmit(form, async ({ code }) => {
    const { data, error } = await call(completeLogin, { body: { challenge, code } });
    if (data) {
      onSignedIn();
      signIn(data);
    }
    return error;
  });
  const other = () => {
    form.reset();
    setWay(way === "app" ? "recovery" : "app");
  };
  return (
    <div className={styles.step}>
      <Heading level={2} size="small">
        {t("login.title")}
      </Heading>
      <p>{t(way === "app" ? "login.text" : "login.recoveryText")}</p>
      <Form label={t("login.title")} onSubmit={submit}>
        <FormFailure error={errors.root} words={{ "login-over": t("login.over") }} />
        <TextField
          key={way}
          label={t(way === "app" ? "code" : "recoveryCode")}
          autoComplete={way === "app" ? "one-time-code" : "off"}
          inputMode={way === "app" ? "numeric" : "text"}
          registration={form.register("code")}
          error={errors.code}
        />
        <FormActions>
          <SubmitButton busy={busy}>{t("login.submit")}</SubmitButton>
          <Button size="large" {...quiet} onClick={onBack}>
            {t("login.back")}
          </Button>
        </FormActions>
      </Form>
      <Button className={styles.other} appearance="transparent" onClick={other}>
        {t(way === "app" ? "login.useRecovery" : "login.useApp")}
      </Button>
    </div>
  );
}

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
