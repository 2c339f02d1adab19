import { Link, makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { MailedCode } from "#shared/api/sign-in.ts";
import type { User } from "#shared/api/user.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError, useSubmit } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { changeEmail, changeEmailSchema } from "#shared/api/account.ts";
import { call } from "#renderer/api-client/client.ts";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { CodeStep, PasswordField } from "#renderer/features/sign-in/index.ts";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { type EmailChangeActions, type Outcome, useEmailChange } from "./use-email-change.ts";
import { SetPasswordFirst } from "./password-dialog.tsx";
import { useFactorProof } from "./second-factor/use-factor-proof.tsx";

type EmailFormProps = {
  user: User;
  /** The address that was entered before and has to be corrected. */
  email: string;
  onBegun: (change: MailedCode) => void;
};

/** Asks for the new address and the password; the server mails a code to the new address. */
function EmailForm({ user, email, onBegun }: EmailFormProps) {
  const { t } = useTranslation("account");
  const form = useForm({
    resolver: zodResolver(changeEmailSchema),
    defaultValues: { email, password: "" },
  });
  const { errors } = form.formState;
  const { guard, field, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, (body) =>
    guard(async () => {
      const { data, error } = await call(changeEmail, { body });
      if (data) onBegun(data);
      return error;
    }),
  );
  if (user.lacksPassword) return <SetPasswordFirst />;
  return (
    <Form label={t("email.title")} onSubmit={submit}>
      <FormFailure error={errors.root} words={factorWords} />
      <TextField
        label={t("email.label")}
        type="email"
        autoComplete="email"
        {...(user.email && { hint: t("email.current", { address: user.email }) })}
        registration={form.register("email")}
        error={errors.email}
      />
      <PasswordField
        label={t("currentPassword")}
        autoComplete="current-password"
        registration={form.register("password")}
        error={errors.password}
      />
      {field}
      <FormActions>
        <SubmitButton busy={busy}>{t("email.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

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
    <div className={styles.steps}>
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
