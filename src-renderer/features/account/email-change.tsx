import { Link, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { User } from "../../../src-shared/api/user.ts";
import CodeStep from "../../components/code-step/code-step.tsx";
import { Notice } from "../../components/notice.tsx";
import { LoadingLines } from "../../components/states.tsx";
import { LiveText } from "../../components/visually-hidden.tsx";
import { EmailForm } from "./email-form.tsx";
import { useEmailChange, type Outcome } from "./use-email-change.ts";

const useStyles = makeStyles({
  steps: { position: "relative", display: "grid", gap: "20px" },
  outcome: { outline: "none" },
});

/** What became of the change; takes the focus from the code, which has gone. */
function OutcomeNotice({ outcome, address }: { outcome: Outcome; address: string }) {
  const styles = useStyles();
  const { t } = useTranslation("account");
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const isFailure = outcome === "over" || outcome === "taken";
  return (
    <div ref={notice} tabIndex={-1} className={styles.outcome}>
      <Notice intent={isFailure ? "error" : "success"}>{t(`email.${outcome}`, { address })}</Notice>
    </div>
  );
}

/** Changes the address: the new one and the password, then the code that was mailed to it. */
export function EmailChange({ user }: { user: User }) {
  const styles = useStyles();
  const { t } = useTranslation(["account", "forms"]);
  const { change, isBegunHere, isLoading, outcome, ...step } = useEmailChange();
  const announced = change !== null && isBegunHere;
  if (isLoading) return <LoadingLines lines={4} />;
  return (
    <div className={styles.steps}>
      <LiveText>{announced && t("forms:codeStep.announced", { address: change.email })}</LiveText>
      {change ? (
        <CodeStep
          mailed={change}
          heading="h4"
          takesFocus={isBegunHere}
          action={t("email.confirm")}
          onConfirm={step.confirm}
          onResend={step.resend}
        >
          {t("email.wrongAddress")}{" "}
          <Link as="button" inline onClick={() => void step.withdraw()}>
            {t("email.withdraw")}
          </Link>
        </CodeStep>
      ) : (
        <>
          {outcome && <OutcomeNotice key={outcome} outcome={outcome} address={user.email ?? ""} />}
          <EmailForm user={user} email={step.typed} onBegun={step.begin} />
        </>
      )}
    </div>
  );
}
