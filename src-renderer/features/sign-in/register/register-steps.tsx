import { Link, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { Period } from "#shared/api/cart.ts";
import { completeSignUp, getSignUp, resendSignUpCode } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { TextLink } from "#renderer/components/links.tsx";
import { Notice, RetryNotice } from "#renderer/components/notice.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useFocusOnReturn } from "#renderer/components/use-focus-on-return.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { pendingSignUp } from "#renderer/session/pending-codes.ts";
import { nextStep } from "#renderer/session/return-address.ts";
import { signIn } from "#renderer/session/session-store.ts";
import { withPlan } from "#renderer/purchase/plan-choice.ts";
import { CodeStep } from "../code-step/code-step.tsx";
import { useWaitingCode, whileWaiting } from "../code-step/use-waiting-code.ts";
import { loginDraft } from "../drafts.ts";
import { RegisterForm } from "./register-form.tsx";
import { useRegister } from "./use-register.ts";

/** Returns the sign-up that waits for its code, also after a reload, and its actions. */
function useSignUp() {
  const [id] = useState(() => pendingSignUp.read());
  const query = useApiQuery(
    getSignUp,
    { params: { id: id ?? "" }, silent: true },
    whileWaiting(id),
  );
  return useWaitingCode({
    pending: pendingSignUp,
    id,
    query,
    reasons: { "sign-up-over": "over", "already-registered": "known" } as const,
    confirm: (waiting, code) => call(completeSignUp, { params: { id: waiting }, body: { code } }),
    resend: (waiting) => call(resendSignUpCode, { params: { id: waiting } }),
  });
}

/** Why a sign-up ended, if the user needs to know. */
type Ending = NonNullable<ReturnType<typeof useSignUp>["ending"]>;

/** Says why the form is shown again although a code was requested. */
function SignUpEnding({ reason, email }: Ending) {
  const { t } = useTranslation("sign-in");
  if (reason === "over") return <Notice intent="error">{t("register.over")}</Notice>;
  return (
    <Notice intent="error">
      <Trans
        t={t}
        i18nKey={`register.${reason}`}
        values={{ address: email }}
        components={{
          login: (
            <TextLink to={routePath("login")} onClick={() => loginDraft.keep(email)}>
              {null}
            </TextLink>
          ),
        }}
      />
    </Notice>
  );
}

const useStyles = makeStyles({ form: { display: "grid", gap: "24px" } });

/** Returns the path that follows the registration; a return address is used after the payment. */
const paymentFor = (period: Period | null) => withPlan(routePath("registrationPayment"), period);

/** The form, then the field for the mailed code. The form is hidden, not removed: users may go back to it. */
export function RegisterSteps({ period }: { period: Period | null }) {
  const styles = useStyles();
  const { t } = useTranslation(["sign-in", "forms"]);
  const { waiting: signUp, isBegunHere, isResuming, retry, ending, ...step } = useSignUp();
  const registration = useRegister(period, step.begin);
  const isFormShown = signUp === null && !isResuming;
  useFocusOnReturn(signUp !== null, () =>
    registration.form.setFocus("email", { shouldSelect: true }),
  );
  const confirm = async (code: string) => {
    const { done: session, failure } = await step.confirm(code);
    if (!session) return failure;
    registration.clear();
    nextStep.set(paymentFor(period ?? session.plan));
    signIn(session);
    return null;
  };
  const announced = signUp && isBegunHere;
  return (
    <>
      <LiveText>{announced && t("forms:codeStep.announced", { address: signUp.email })}</LiveText>
      {isResuming && <LoadingLines lines={5} />}
      {signUp && (
        <CodeStep
          mailed={signUp}
          heading={2}
          takesFocus={isBegunHere}
          action={t("register.confirm")}
          onConfirm={confirm}
          onResend={step.resend}
        >
          {t("register.wrongAddress")}{" "}
          <Link as="button" inline onClick={step.leave}>
            {t("register.changeAddress")}
          </Link>
        </CodeStep>
      )}
      <div hidden={!isFormShown} className={isFormShown ? styles.form : undefined}>
        {ending && <SignUpEnding {...ending} />}
        {retry && <RetryNotice text={t("register.resumeFailed")} onRetry={retry} />}
        <RegisterForm period={period} registration={registration} />
      </div>
    </>
  );
}
