import { Button, makeStyles } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getChecklist, type SetUpStep, setUpSteps } from "#shared/api/checklist.ts";
import { getSecondFactor } from "#shared/api/second-factor.ts";
import type { FirstAdmin } from "#shared/api/set-up.ts";
import type { User } from "#shared/api/user.ts";
import { routePath } from "#shared/routes.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { FormActions } from "#renderer/components/form/form.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { ButtonLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { SecondFactorSection } from "#renderer/features/account/second-factor/second-factor-section.tsx";
import { useSkipStep } from "#renderer/features/installation/checklist.tsx";
import { MailTest, PaymentsCheck } from "#renderer/features/installation/services-section.tsx";
import { SettingsOfStep } from "#renderer/features/settings/settings-section.tsx";
import { hasTypedText } from "#renderer/session/draft.ts";

const useStyles = makeStyles({
  root: { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: "24px" },
  lead: { display: "grid", gap: "12px", "& p": { margin: 0 } },
});

/** The second factor: without one, where it is required, an admin's pages stay closed. */
function FactorStep({ user, onBusy }: Pick<StepProps, "user" | "onBusy">) {
  const styles = useStyles();
  const { t } = useTranslation("set-up");
  return (
    <>
      <div className={styles.lead}>
        <p>{t("factorWhy")}</p>
        {user.lacksAdminFactor && <p>{t("factorLater", { address: user.email })}</p>}
      </div>
      <SecondFactorSection onBusy={onBusy} />
    </>
  );
}

type StepProps = {
  step: SetUpStep;
  user: User;
  isOpen: boolean;
  /** Called once a setting is changed that this window has read before. */
  onSaved: () => void;
  /** Called with whether a key or codes that are shown once would be lost. */
  onBusy: (isBusy: boolean) => void;
};

function StepContent({ step, user, isOpen, onSaved, onBusy }: StepProps): ReactNode {
  const { t } = useTranslation("installation");
  switch (step) {
    case "factor":
      return <FactorStep user={user} onBusy={onBusy} />;
    case "mail":
      return <MailTest />;
    case "payments":
      return <PaymentsCheck />;
    case "entry":
      return (
        <div>
          <ButtonLink to={routePath("studio")} look="accent">
            {t("steps.entry.action")}
          </ButtonLink>
        </div>
      );
    default:
      return <SettingsOfStep step={step} isOpenAtFirst={isOpen} onSaved={onSaved} />;
  }
}

type SetUpGuideProps = {
  user: User;
  /** What came of the mail to the first admin. */
  mail: FirstAdmin["mail"];
  /** Place of the shown step among `setUpSteps`. */
  at: number;
  /** Shows the step at another place. */
  onStep: (at: number) => Promise<void>;
};

/** Leads the first admin through the steps of the checklist, one after another. What is passed over is on the dashboard's list. */
export function SetUpGuide({ user, mail, at, onStep }: SetUpGuideProps) {
  const styles = useStyles();
  const { t } = useTranslation(["set-up", "installation"]);
  const accent = useButtonLook("accent");
  const quiet = useButtonLook("secondary");
  // All other steps need the rights of an admin.
  const isLocked = user.lacksAdminFactor === true;
  const place = isLocked ? 0 : Math.min(at, setUpSteps.length - 1);
  const step = setUpSteps[place] ?? "factor";
  const isLast = place === setUpSteps.length - 1;
  const checklist = useApiQuery(getChecklist, { silent: true }, { enabled: !isLocked });
  const factor = useApiQuery(getSecondFactor, { silent: true });
  const stored = checklist.data?.find((one) => one.step === step)?.state ?? "open";
  const state = step === "factor" && factor.data?.since ? "done" : stored;
  const isOpen = state === "open";

  const heading = useRef<HTMLHeadingElement>(null);
  // The page's own heading has the focus while the first step is shown first.
  const isBeginning = useRef(place === 0);
  useEffect(() => {
    if (isBeginning.current) {
      isBeginning.current = false;
      return;
    }
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [place]);

  const isChanged = useRef(false);
  const [isHeld, setHeld] = useState(false);
  const next = async () => {
    await onStep(place + 1);
    // Name, colours and languages of this window are those with which it was loaded. A reload would lose what is typed and not saved.
    if (isChanged.current && !hasTypedText()) location.reload();
  };
  const { busy, failure, run } = useSkipStep(() => void next());
  return (
    <div className={styles.root}>
      {place === 0 && mail !== "works" && (
        <Notice intent="warning">{t(mail === "none" ? "noMail" : "mailFailed")}</Notice>
      )}
      <div className={styles.lead}>
        <Heading level={2} size="small" ref={heading}>
          {t("step", {
            number: place + 1,
            total: setUpSteps.length,
            title: t(`installation:steps.${step}.title`),
          })}
        </Heading>
        {step !== "factor" && (
          <p>{isOpen ? t(`installation:steps.${step}.text`) : t(`installation:states.${state}`)}</p>
        )}
      </div>
      {checklist.isLoading && step !== "factor" ? (
        <LoadingLines lines={5} />
      ) : (
        <StepContent
          key={step}
          step={step}
          user={user}
          isOpen={isOpen}
          onSaved={() => void (isChanged.current = true)}
          onBusy={setHeld}
        />
      )}
      <FormFailure error={failure ? rootError(failure) : undefined} />
      <div hidden={isHeld}>
        <FormActions>
          {!isLocked && !isLast && (
            <Button size="large" {...(isOpen ? quiet : accent)} onClick={() => void next()}>
              {t(isOpen ? "skip" : "continue")}
            </Button>
          )}
          {!isLocked && isOpen && !isLast && (
            <Button
              size="large"
              {...quiet}
              disabledFocusable={busy}
              onClick={() => void run(step, true)}
            >
              {t("installation:notNeeded")}
            </Button>
          )}
          <ButtonLink to={routePath("dashboard")} look={isLast && !isOpen ? "accent" : "subtle"}>
            {t("dashboard")}
          </ButtonLink>
        </FormActions>
      </div>
    </div>
  );
}
