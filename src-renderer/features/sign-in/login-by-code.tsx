import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { completeLogin, factorCodeSchema } from "#shared/api/second-factor.ts";
import {
  getLoginCode,
  logInByCode,
  requestLoginCode,
  resendLoginCode,
  type SessionAnswer,
} from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice, RetryNotice } from "#renderer/components/notice.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { currentLanguage } from "#renderer/i18n/i18n.ts";
import { pendingLoginCode } from "#renderer/session/pending-codes.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { CodeStep } from "./code-step/code-step.tsx";
import { useWaitingCode, whileWaiting } from "./code-step/use-waiting-code.ts";
import { nobody, registerDraft } from "./drafts.ts";

const useCodeLoginStyles = makeStyles({
  step: { display: "grid", gap: "20px", justifyItems: "stretch", "& p": { margin: 0 } },
  other: { justifySelf: "start" },
});

type FactorLoginProps = {
  challenge: string;
  onBack: () => void;
  onSignedIn: (session: SessionAnswer) => void;
};

/** The second step of a login: a code of the authenticator app, or a recovery code. */
function FactorLogin({ challenge, onBack, onSignedIn }: FactorLoginProps) {
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
    if (data) onSignedIn(data);
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

/** Returns the login that waits for its mailed code, also after a reload, or for a second factor, and its actions. */
export function useLoginByCode() {
  const [id] = useState(() => pendingLoginCode.read());
  const [challenge, setChallenge] = useState("");
  const query = useApiQuery(
    getLoginCode,
    { params: { id: id ?? "" }, silent: true },
    whileWaiting(id),
  );
  const step = useWaitingCode({
    pending: pendingLoginCode,
    id,
    query,
    reasons: {
      "login-over": "over",
      "no-account": "unknown",
      "address-taken": "taken",
    } as const,
    confirm: (waiting, code) => call(logInByCode, { params: { id: waiting }, body: { code } }),
    resend: (waiting) => call(resendLoginCode, { params: { id: waiting } }),
  });
  const isCodeAsked = step.waiting !== null || challenge !== "";
  return {
    ...step,
    challenge,
    setChallenge,
    isCodeAsked,
    /** Whether something else than the form is shown. */
    isUnderWay: isCodeAsked || step.isResuming,
    /** Has a code mailed to an address. Resolves to the failure to show, or to null. */
    request: async (email: string) => {
      const body = { email, language: currentLanguage() };
      const { data, error } = await call(requestLoginCode, { body });
      if (data) step.begin(data);
      return error;
    },
  };
}

type LoginByCode = ReturnType<typeof useLoginByCode>;

/** Says why the form is shown again although a code was requested. */
export function LoginCodeEnding({ ending, retry }: Pick<LoginByCode, "ending" | "retry">) {
  const { t } = useTranslation("sign-in");
  if (retry) return <RetryNotice text={t("byCode.resumeFailed")} onRetry={retry} />;
  if (!ending) return null;
  const { reason, email } = ending;
  if (reason === "over" || reason === "lost") {
    return <Notice intent="error">{t("byCode.over")}</Notice>;
  }
  return (
    <Notice intent="error">
      <Trans
        t={t}
        i18nKey={reason === "unknown" ? "byCode.unknown" : "addressTaken"}
        values={{ address: email }}
        components={{
          register: (
            <TextLink
              to={routePath("register")}
              onClick={() => registerDraft.keep({ ...nobody, email })}
            >
              {null}
            </TextLink>
          ),
          contact: <TextLink to={routePath("contact")}>{null}</TextLink>,
        }}
      />
    </Notice>
  );
}

type LoginByCodeStepsProps = {
  login: LoginByCode;
  heading: 2 | 3;
  /** Label of the button that sends the mailed code. */
  action: string;
  /** Whether the address is that of an account for certain. */
  isKnown?: boolean;
  onSignedIn: () => void;
  /** The way back, below the code. */
  children: ReactNode;
};

/** The mailed code, then a code of the second factor where one is on; nothing while neither is asked for. */
export function LoginByCodeSteps({ login, isKnown = false, ...props }: LoginByCodeStepsProps) {
  const { heading, action, onSignedIn, children } = props;
  const { t } = useTranslation("forms");
  const { challenge, setChallenge, waiting, isBegunHere } = login;
  const enter = (session: SessionAnswer) => {
    signIn(session);
    onSignedIn();
  };
  const confirm = async (code: string) => {
    const { done, failure } = await login.confirm(code);
    if (!done) return failure;
    if ("challenge" in done) {
      login.leave();
      setChallenge(done.challenge);
    } else enter(done);
    return null;
  };
  const announced = isBegunHere && waiting;
  return (
    <>
      <LiveText>
        {announced &&
          t(isKnown ? "codeStep.announced" : "codeStep.announcedIfKnown", {
            address: waiting.email,
          })}
      </LiveText>
      {login.isResuming && <LoadingLines lines={5} />}
      {waiting && (
        <CodeStep
          mailed={waiting}
          heading={heading}
          takesFocus={isBegunHere}
          onlyIfKnown={!isKnown}
          action={action}
          onConfirm={confirm}
          onResend={login.resend}
        >
          {children}
        </CodeStep>
      )}
      {challenge && (
        <FactorLogin challenge={challenge} onBack={() => setChallenge("")} onSignedIn={enter} />
      )}
    </>
  );
}
