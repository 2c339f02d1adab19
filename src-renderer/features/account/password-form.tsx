import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import {
  changePassword,
  changePasswordSchema,
  getEmailChange,
  listSessions,
} from "#shared/api/account.ts";
import { currentPasswordField } from "#shared/api/fields.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { NewPasswordFields, PasswordField } from "#renderer/features/sign-in/index.ts";
import { useFactorProof } from "./second-factor/use-factor-proof.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { callRenewing } from "#renderer/session/renew-token.ts";

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
