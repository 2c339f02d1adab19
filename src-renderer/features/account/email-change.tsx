import { Link, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { MailedCode } from "#shared/api/sign-in.ts";
import type { User } from "#shared/api/user.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { EmailForm } from "./email-form.tsx";
import { type EmailChangeActions, type Outcome, useEmailChange } from "./use-email-change.ts";

/** Fetched while the form is filled in. */
const CodeStep = lazyChunk(
  () => import("#renderer/features/sign-in/code-step/code-step.tsx"),
  () => <LoadingLines lines={4} />,
);

const useStyles = makeStyles({
  // The height of the form that is shown next.
  loading: { minHeight: "282px" },
  steps: { position: "relative", display: "grid", gap: "20px" },
});

/** The result of the change. It takes the focus, since the field that had it is gone. */
function OutcomeNotice({ outcome, address }: { outcome: Outcome; address: string }) {
  const { t } = useTranslation("account");
  const isFailure = outcome === "over" || outcome === "taken";
  return (
    <Notice intent={isFailure ? "error" : "success"} takesFocus>
      {t(`email.${outcome}`, { address })}
    </Notice>
  );
}

type WaitingChangeProps = {
  change: MailedCode;
  takesFocus: boolean;
  step: EmailChangeActions;
};

/** Asks for the code of a pending change, which can also be cancelled here. */
function WaitingChange({ change, takesFocus, step }: WaitingChangeProps) {
  const { t } = useTranslation("account");
  const { busy, failure, run: withdraw } = useMutation(step.withdraw);
  return (
    <>
      <CodeStep
        mailed={change}
        heading={3}
        takesFocus={takesFocus}
        action={t("email.confirm")}
        onConfirm={step.confirm}
        onResend={step.resend}
      >
        {t("email.wrongAddress")}{" "}
        <Link as="button" inline disabledFocusable={busy} onClick={() => void withdraw()}>
          {t("email.withdraw")}
        </Link>
      </CodeStep>
      <FormFailure error={failure ? rootError(failure) : undefined} />
    </>
  );
}

/** Changes the address in two steps: the new address with the password, then the mailed code. */
export function EmailChange({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation("forms");
  const { change, isBegunHere, isLoading, outcome, ...step } = useEmailChange();
  const announced = change !== null && isBegunHere;
  if (isLoading) {
    return (
      <div className={styles.loading}>
        <LoadingLines lines={4} />
      </div>
    );
  }
  return (
    <div className={styles.steps} onFocus={() => void CodeStep.load()}>
      <LiveText>{announced && t("codeStep.announced", { address: change.email })}</LiveText>
      {change ? (
        <WaitingChange change={change} takesFocus={isBegunHere} step={step} />
      ) : (
        <>
          {outcome && <OutcomeNotice key={outcome} outcome={outcome} address={user.email ?? ""} />}
          <EmailForm user={user} email={step.typed} onBegun={step.begin} />
        </>
      )}
    </div>
  );
}
