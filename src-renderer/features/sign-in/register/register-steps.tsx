import { Button, Link, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { Notice } from "../../../components/notice.tsx";
import { lazyChunk } from "../../../components/load-chunk.ts";
import { LoadingLines } from "../../../components/states.tsx";
import { LiveText } from "../../../components/visually-hidden.tsx";
import { nextStep } from "../../../session/remembered-place.ts";
import { signIn } from "../../../session/session-store.ts";
import { RegisterForm } from "./register-form.tsx";
import { SignUpEnding } from "./sign-up-ending.tsx";
import { useRegister } from "./use-register.ts";
import { useSignUp } from "./use-sign-up.ts";

/** Fetched while the form is filled in. */
const CodeStep = lazyChunk(
  () => import("../../../components/code-step/code-step.tsx"),
  () => <LoadingLines lines={5} />,
);

const useStyles = makeStyles({ form: { display: "grid", gap: "24px" } });

/** Where a new account leads first; a place remembered before stays remembered for after it. */
const paymentFor = (period: Period | null) =>
  routePath("registrationPayment") + (period ? `?plan=${period}` : "");

/** Puts the focus on the address when the code gives way to the form again: it is what may be wrong. */
function useFocusOnReturn(isCodeAsked: boolean, focusAddress: () => void): void {
  const wasAsked = useRef(isCodeAsked);
  useEffect(() => {
    if (wasAsked.current && !isCodeAsked) focusAddress();
    wasAsked.current = isCodeAsked;
  });
}

/**
 * The form, then the code that was mailed. The form is hidden behind the code, not removed: whoever
 * goes back to correct the address finds all that was typed, in the memory of this page.
 */
export function RegisterSteps({ period }: { period: Period | null }) {
  const styles = useStyles();
  const { t } = useTranslation(["sign-in", "forms", "common"]);
  const { signUp, isBegunHere, isResuming, retry, ending, ...step } = useSignUp();
  const registration = useRegister(period, step.begin);
  useEffect(() => void CodeStep.load(), []);
  const isFormShown = signUp === null && !isResuming;
  useFocusOnReturn(signUp !== null, () =>
    registration.form.setFocus("email", { shouldSelect: true }),
  );
  const confirm = async (code: string) => {
    const { session, failure } = await step.confirm(code);
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
          heading="h2"
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
        {retry && (
          <Notice intent="warning">
            {t("register.resumeFailed")}{" "}
            <Button size="small" onClick={retry}>
              {t("common:failed.retry")}
            </Button>
          </Notice>
        )}
        <RegisterForm period={period} registration={registration} />
      </div>
    </>
  );
}
