import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { checkResetToken, resetPassword, resetPasswordSchema } from "#shared/api/sign-in.ts";
import { routePath } from "#shared/routes.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { logOut } from "#renderer/session/log-out.ts";
import { currentPasswordField } from "#shared/api/fields.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { addressRestored, LinkCheck, AddressTaken } from "./links/mailed-link.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import { NewPasswordFields } from "./password-fields.tsx";

// The repetition is optional in the request and required in this form.
const schema = z.safeExtend(resetPasswordSchema, { repeat: currentPasswordField });

type NewPasswordFormProps = {
  token: string;
  onDone: () => void;
  /** Called if the link stopped working while the form was open. */
  onInvalid: () => void;
};

/** The form for a new password; submitting it uses the link up. */
function NewPasswordForm({ token, onDone, onInvalid }: NewPasswordFormProps) {
  const { t } = useTranslation("sign-in");
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: "", repeat: "" },
  });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { error } = await call(resetPassword, { params: { token }, body });
    if (error?.code === "token-invalid") {
      onInvalid();
      return null;
    }
    if (!error) onDone();
    return error;
  });
  return (
    <Form label={t("reset.form")} onSubmit={submit}>
      <FormFailure error={errors.root} words={{ "address-taken": <AddressTaken /> }} />
      <NewPasswordFields
        label={t("reset.password")}
        password={{
          registration: form.register("password", { deps: ["repeat"] }),
          error: errors.password,
        }}
        repeat={{ registration: form.register("repeat"), error: errors.repeat }}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("reset.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** State in the history: after a reload the page still confirms the change. */
const done = "password-changed";

/** Confirms the change. The server has ended all sessions of the user; this one ends here too. */
function PasswordChanged() {
  const { t } = useTranslation("sign-in");
  useEffect(logOut, []);
  return (
    <>
      <Notice intent="success">{t("reset.done")}</Notice>
      <div>
        <ButtonLink to={routePath("login")} look="accent">
          {t("login.submit")}
        </ButtonLink>
      </div>
    </>
  );
}

type NewPasswordProps = { token: string; email: string; isRestored: boolean };

function NewPassword({ token, email, isRestored }: NewPasswordProps) {
  const { t } = useTranslation("sign-in");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <>
      {isRestored ? (
        <Notice intent="success">{t("undo.done", { address: email })}</Notice>
      ) : (
        <p>{t("reset.for", { address: email })}</p>
      )}
      <NewPasswordForm
        token={token}
        onDone={() => void navigate(pathname, { replace: true, state: done })}
        onInvalid={() => void refresh(checkResetToken)}
      />
    </>
  );
}

/** /reset-password/{token}: opened by the link in a mail. Opening it does not use the link up. */
export default function ResetPasswordPage() {
  const { t } = useTranslation(["sign-in", "titles"]);
  const { token = "" } = useParams();
  const state: unknown = useLocation().state;
  const changed = state === done;
  const invalid = {
    text: t("reset.invalid"),
    action: t("reset.askAnew"),
    to: "forgotPassword",
  } as const;
  return (
    // The key mounts a new page, so that its heading gets the focus.
    <SignInLayout key={String(changed)} title={t("titles:resetPassword")} picture="tunnel">
      {changed ? (
        <PasswordChanged />
      ) : (
        <LinkCheck check={checkResetToken} token={token} invalid={invalid}>
          {(email) => (
            <NewPassword token={token} email={email} isRestored={state === addressRestored} />
          )}
        </LinkCheck>
      )}
    </SignInLayout>
  );
}
