import { Link, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import {
  changePassword,
  changePasswordSchema,
  firstPasswordSchema,
  getEmailChange,
  listSessions,
  setFirstPassword,
} from "#shared/api/account.ts";
import { currentPasswordField } from "#shared/api/fields.ts";
import type { User } from "#shared/api/user.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useFocusOnReturn } from "#renderer/components/use-focus-on-return.ts";
import {
  LoginByCodeSteps,
  LoginCodeEnding,
  NewPasswordFields,
  PasswordField,
  useLoginByCode,
} from "#renderer/features/sign-in/index.ts";
import { useFactorProof } from "./second-factor/use-factor-proof.tsx";
import { type Failure, useSubmit } from "#renderer/components/form/use-submit.ts";
import { callRenewing } from "#renderer/session/renew-token.ts";
import { setUser } from "#renderer/session/session-store.ts";

// The repetition is optional in the request and required in this form.
const schema = z.safeExtend(changePasswordSchema, { repeat: currentPasswordField });
const empty = { currentPassword: "", newPassword: "", repeat: "" };

/** Changes the password. The server then ends all other sessions and a pending change of address. */
export function PasswordForm({ onChanged }: { onChanged: (done: string) => void }) {
  const { t } = useTranslation("account");
  const form = useForm({ resolver: zodResolver(schema), defaultValues: empty });
  const { errors } = form.formState;
  const { guard, field, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, async (body) => {
    const error = await guard(async () => (await callRenewing(changePassword, { body })).error);
    if (error) return error;
    void refresh(listSessions);
    void refresh(getEmailChange);
    onChanged(t("password.done"));
    return null;
  });
  return (
    <Form label={t("password.title")} onSubmit={submit}>
      <FormFailure error={errors.root} words={factorWords} />
      <PasswordField
        label={t("currentPassword")}
        autoComplete="current-password"
        registration={form.register("currentPassword")}
        error={errors.currentPassword}
      />
      <NewPasswordFields
        label={t("password.label")}
        password={{
          registration: form.register("newPassword", { deps: ["repeat"] }),
          error: errors.newPassword,
        }}
        repeat={{ registration: form.register("repeat"), error: errors.repeat }}
      />
      {field}
      <FormActions>
        <SubmitButton busy={busy}>{t("password.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

const firstSchema = z.safeExtend(firstPasswordSchema, { repeat: currentPasswordField });
const unset = { newPassword: "", repeat: "" };

const useStyles = makeStyles({ steps: { position: "relative", display: "grid", gap: "20px" } });

const needsFreshLogin = ({ code }: Pick<Failure, "code">) => code === "fresh-login-needed";

type FirstPasswordFormProps = { user: User; onSet: (done: string) => void };

/**
 * Sets the password of a user who has none. In a session that began a while ago a mailed code is asked for first, which logs
 * in anew; what was typed stays, and is sent then.
 */
export function FirstPasswordForm({ user, onSet }: FirstPasswordFormProps) {
  const styles = useStyles();
  const { t } = useTranslation(["account", "common"]);
  const form = useForm({ resolver: zodResolver(firstSchema), defaultValues: unset });
  const { errors } = form.formState;
  const login = useLoginByCode();
  const { waiting, leave } = login;
  // Somebody else asked for it in this tab.
  const isForeign = waiting !== null && waiting.email !== user.email;
  useEffect(() => {
    if (isForeign) leave();
  }, [isForeign, leave]);
  useFocusOnReturn(login.isCodeAsked, () => form.setFocus("newPassword"));
  const { guard, field, words: factorWords } = useFactorProof(form);
  const { busy, submit } = useSubmit(form, async (body) => {
    const input = { body, silent: needsFreshLogin };
    const error = await guard(async () => (await callRenewing(setFirstPassword, input)).error);
    if (error && needsFreshLogin(error)) return login.request(user.email ?? "");
    if (error) return error;
    void refresh(listSessions);
    onSet(t("password.firstDone"));
    const { lacksPassword: _, ...changed } = user;
    setUser(changed);
    return null;
  });
  const goOn = () => {
    leave();
    login.setChallenge("");
    if (form.getValues("newPassword") !== "") void submit();
  };
  return (
    <div className={styles.steps}>
      {login.isUnderWay && <Notice>{t("password.fresh")}</Notice>}
      <LoginByCodeSteps
        login={login}
        heading={3}
        action={t("password.set")}
        isKnown
        onSignedIn={goOn}
      >
        <Link as="button" inline onClick={leave}>
          {t("common:cancel")}
        </Link>
      </LoginByCodeSteps>
      <div hidden={login.isUnderWay} className={login.isUnderWay ? undefined : styles.steps}>
        <LoginCodeEnding ending={login.ending} retry={login.retry} />
        <Form label={t("password.title")} onSubmit={submit}>
          <FormFailure error={errors.root} words={factorWords} />
          <NewPasswordFields
            label={t("password.label")}
            password={{
              registration: form.register("newPassword", { deps: ["repeat"] }),
              error: errors.newPassword,
            }}
            repeat={{ registration: form.register("repeat"), error: errors.repeat }}
          />
          {field}
          <FormActions>
            <SubmitButton busy={busy}>{t("password.set")}</SubmitButton>
          </FormActions>
        </Form>
      </div>
    </div>
  );
}
