import { makeStyles, mergeClasses } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Trans, useTranslation } from "react-i18next";
import { codeSchema, type MailedCode } from "../../../src-shared/api/sign-in.ts";
import { tokens } from "../../theme/tokens.ts";
import { CodeField } from "./code-field.tsx";
import { FormFailure } from "../form/form-failure.tsx";
import { FormSuccess } from "../form/form-success.tsx";
import { Form, FormActions } from "../form/form.tsx";
import { ResendButton } from "./resend-button.tsx";
import { showFailure, type Failure } from "../form/server-errors.ts";
import { SubmitButton } from "../form/submit-button.tsx";
import { TestCode } from "./test-code.tsx";

const useStyles = makeStyles({
  // Below the sticky header.
  step: { display: "grid", gap: "20px", scrollMarginTop: "88px", "& p": { margin: 0 } },
  title: {
    fontFamily: tokens.fontFamilyHeading,
    fontWeight: 600,
    fontSize: "24px",
    lineHeight: "30px",
    margin: "0 0 8px",
  },
  // Below the heading of a section.
  small: { fontFamily: tokens.fontFamilyBase, fontSize: "18px", lineHeight: "28px", margin: 0 },
  address: { fontWeight: 600, overflowWrap: "anywhere" },
  aside: { color: tokens.colorNeutralForeground2 },
});

type CodeStepProps = {
  mailed: MailedCode;
  heading: "h2" | "h4";
  /** Whether the user has just asked for the code: the field takes the focus then. */
  takesFocus: boolean;
  /** What the button that sends the code says. */
  action: string;
  /** Sends the code; resolves to what is to be shown of a failure. */
  onConfirm: (code: string) => Promise<Failure | null>;
  /** Asks for another code; the same. */
  onResend: () => Promise<Failure | null>;
  /** The way out for those who gave a wrong address. */
  children: ReactNode;
};

/** Asks for the six-digit code that was mailed to an address. */
export default function CodeStep({
  mailed,
  heading: Heading,
  action,
  children,
  ...props
}: CodeStepProps) {
  const { takesFocus, onConfirm, onResend } = props;
  const { email, resendAt, testCode } = mailed;
  const styles = useStyles();
  const { t } = useTranslation("forms");
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  const [resending, setResending] = useState(false);
  const [resent, setResent] = useState(false);
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    setFocus("code");
    // A small screen stands where the form's button was; what the code is about is further up.
    step.current?.scrollIntoView({ block: "nearest" });
  }, [takesFocus, setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    setResent(false);
    const failure = await onConfirm(code);
    if (failure?.code === "code-wrong") {
      form.setError("code", { message: t("codeStep.wrong") });
      setFocus("code", { shouldSelect: true });
    } else if (failure) showFailure(form, failure);
  });
  const resend = async () => {
    form.clearErrors();
    setResent(false);
    setResending(true);
    const failure = await onResend();
    setResending(false);
    if (failure) showFailure(form, failure);
    else setResent(true);
  };
  return (
    <div ref={step} className={styles.step}>
      <div>
        <Heading className={mergeClasses(styles.title, Heading === "h4" && styles.small)}>
          {t("codeStep.title")}
        </Heading>
        <p>
          <Trans
            t={t}
            i18nKey="codeStep.sent"
            values={{ address: email }}
            components={{ address: <span className={styles.address} /> }}
          />
        </p>
      </div>
      <Form label={t("codeStep.title")} onSubmit={submit}>
        <FormFailure error={errors.root} />
        {testCode !== undefined && (
          <TestCode code={testCode} onFillIn={() => form.setValue("code", testCode)} />
        )}
        <CodeField registration={form.register("code")} error={errors.code} />
        <FormActions>
          <SubmitButton busy={isSubmitting}>{action}</SubmitButton>
          <ResendButton resendAt={resendAt} busy={resending} onResend={() => void resend()} />
        </FormActions>
        <FormSuccess>{resent && t("codeStep.resent", { address: email })}</FormSuccess>
      </Form>
      <div className={styles.aside}>
        <p>{t("codeStep.notArrived")}</p>
        <p>{children}</p>
      </div>
    </div>
  );
}
