import { makeStyles, Field, Input, Button } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useRef, useState, type ChangeEvent } from "react";
import { useForm, type UseFormRegisterReturn } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { codeSchema, type MailedCode } from "#shared/api/sign-in.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { type Failure, showFailure, useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { uncontrolledSlot, useFieldMessage } from "#renderer/components/form/field-parts.tsx";
import { useButtonLook } from "#renderer/components/links.tsx";
import { TestCode } from "./test-code.tsx";

const useResendButtonStyles = makeStyles({
  row: { display: "inline-flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px" },
  wait: {
    color: tokens.colorNeutralForeground2,
    fontSize: "15px",
    fontVariantNumeric: "tabular-nums",
  },
});

/** Longest wait in seconds, in case the clock of the device is wrong. */
const maxWaitSeconds = 30;

const secondsUntil = (iso: string) =>
  Math.min(Math.max(Math.ceil((Date.parse(iso) - Date.now()) / 1_000), 0), maxWaitSeconds);

/** Returns the seconds until an ISO date, counted down once a second. */
function useCountdown(iso: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(iso));
  useEffect(() => {
    const end = Date.now() + secondsUntil(iso) * 1_000;
    const tick = () => setSeconds(Math.max(Math.ceil((end - Date.now()) / 1_000), 0));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [iso]);
  return seconds;
}

type ResendButtonProps = {
  /** ISO date from which on another code can be requested. */
  resendAt: string;
  busy: boolean;
  onResend: () => void;
};

/** Requests another code. The countdown beside it is hidden from screen readers. */
export function ResendButton({ resendAt, busy, onResend }: ResendButtonProps) {
  const styles = useResendButtonStyles();
  const { t } = useTranslation("forms");
  const seconds = useCountdown(resendAt);
  return (
    <span className={styles.row}>
      <Button
        size="large"
        {...useButtonLook("secondary")}
        disabledFocusable={busy || seconds > 0}
        onClick={onResend}
      >
        {t("codeStep.resend")}
      </Button>
      {seconds > 0 && (
        <span aria-hidden className={styles.wait}>
          {t("codeStep.wait", { seconds })}
        </span>
      )}
    </span>
  );
}

const useCodeFieldStyles = makeStyles({
  field: { maxWidth: "260px" },
  digits: {
    width: "100%",
    minWidth: 0,
    fontSize: "24px",
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "0.2em",
    "::placeholder": { opacity: 0.45 },
  },
});

type CodeFieldProps = {
  registration: UseFormRegisterReturn;
  error: { message?: string } | undefined;
};

/** A field for a six-digit code. Submits its form once with the same digits: tries are limited. */
function CodeField({ registration, error }: CodeFieldProps) {
  const styles = useCodeFieldStyles();
  const { t } = useTranslation("forms");
  const message = useFieldMessage()(error);
  const sent = useRef("");
  const change = async (event: ChangeEvent<HTMLInputElement>) => {
    const { form, value } = event.target;
    await registration.onChange(event);
    const digits = value.replaceAll(/[\s-]/g, "");
    if (!/^\d{6}$/.test(digits) || digits === sent.current) return;
    sent.current = digits;
    form?.requestSubmit();
  };
  return (
    <Field
      label={t("codeStep.label")}
      size="large"
      className={styles.field}
      {...(message !== undefined && { validationMessage: message })}
    >
      <Input
        {...registration}
        onChange={(event) => void change(event)}
        input={{ ...uncontrolledSlot, className: styles.digits }}
        size="large"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000 000"
        maxLength={20}
      />
    </Field>
  );
}

const useStyles = makeStyles({
  step: { display: "grid", gap: "20px", "& p": { margin: 0 } },
  title: { marginBottom: "8px" },
  label: { lineHeight: "28px" },
  address: { fontWeight: 600, overflowWrap: "anywhere" },
  aside: { color: tokens.colorNeutralForeground2 },
});

type CodeStepProps = {
  mailed: MailedCode;
  /** Level of its heading. */
  heading: 2 | 3;
  /** Whether the user has just asked for the code: the field takes the focus then. */
  takesFocus: boolean;
  /** Whether the code was mailed only if the address has an account, which nobody is told. */
  onlyIfKnown?: boolean;
  /** Label of the button that sends the code. */
  action: string;
  /** Sends the code; resolves to the failure to show, or to null. */
  onConfirm: (code: string) => Promise<Failure | null>;
  /** Asks for another code; resolves like `onConfirm`. */
  onResend: () => Promise<Failure | null>;
  /** Offers a way back to users who gave a wrong address. */
  children: ReactNode;
};

/** Asks for the six-digit code that was sent to an address. */
export function CodeStep({ mailed, heading, action, children, ...props }: CodeStepProps) {
  const { takesFocus, onlyIfKnown = false, onConfirm, onResend } = props;
  const { email, resendAt, testCode } = mailed;
  const styles = useStyles();
  const { t } = useTranslation("forms");
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors } = form.formState;
  const { setFocus } = form;
  const [resent, setResent] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    setFocus("code");
    // On a small screen the page is scrolled down to the button of the form before this one. The whole step
    // may be taller than the window, which would leave it where it is.
    top.current?.scrollIntoView({ block: "nearest" });
  }, [takesFocus, setFocus]);

  const confirm = useSubmit(form, async ({ code }) => {
    setResent(false);
    const failure = await onConfirm(code);
    if (failure?.code !== "code-wrong") return failure;
    form.setError("code", { message: t("codeStep.wrong") });
    setFocus("code", { shouldSelect: true });
    return null;
  });
  const resend = useMutation(async () => {
    form.clearErrors();
    setResent(false);
    const failure = await onResend();
    if (failure) showFailure(form, failure);
    else setResent(true);
    return failure;
  });
  return (
    <div className={styles.step}>
      <div ref={top}>
        <Heading
          level={heading}
          size={heading === 2 ? "small" : "label"}
          className={heading === 2 ? styles.title : styles.label}
        >
          {t("codeStep.title")}
        </Heading>
        <p>
          <Trans
            t={t}
            i18nKey={onlyIfKnown ? "codeStep.sentIfKnown" : "codeStep.sent"}
            values={{ address: email }}
            components={{ address: <span className={styles.address} /> }}
          />
        </p>
      </div>
      <Form label={t("codeStep.title")} onSubmit={confirm.submit}>
        <FormFailure error={errors.root} />
        {testCode !== undefined && (
          <TestCode code={testCode} onFillIn={() => form.setValue("code", testCode)} />
        )}
        <CodeField registration={form.register("code")} error={errors.code} />
        <FormActions>
          <SubmitButton busy={confirm.busy}>{action}</SubmitButton>
          <ResendButton resendAt={resendAt} busy={resend.busy} onResend={() => void resend.run()} />
        </FormActions>
        <FormSuccess>
          {resent &&
            t(onlyIfKnown ? "codeStep.resentIfKnown" : "codeStep.resent", { address: email })}
        </FormSuccess>
      </Form>
      <div className={styles.aside}>
        <p>{t("codeStep.notArrived")}</p>
        <p>{children}</p>
      </div>
    </div>
  );
}
