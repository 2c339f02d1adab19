import { makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { codeSchema, type MailedCode } from "#shared/api/sign-in.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { type Failure, showFailure, useSubmit } from "#renderer/components/form/use-submit.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { RichText } from "#renderer/components/rich-text.tsx";
import { CodeField } from "./code-field.tsx";
import { ResendButton } from "./resend-button.tsx";
import { TestCode } from "./test-code.tsx";

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
export default function CodeStep({ mailed, heading, action, children, ...props }: CodeStepProps) {
  const { takesFocus, onConfirm, onResend } = props;
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
          <RichText
            text={t("codeStep.sent", { address: email })}
            elements={{ address: <span className={styles.address} /> }}
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
        <FormSuccess>{resent && t("codeStep.resent", { address: email })}</FormSuccess>
      </Form>
      <div className={styles.aside}>
        <p>{t("codeStep.notArrived")}</p>
        <p>{children}</p>
      </div>
    </div>
  );
}
