import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod/mini";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  changePassword,
  changePasswordSchema,
  getEmailChange,
  listSessions,
} from "../../../src-shared/api/account.ts";
import { currentPasswordField } from "../../../src-shared/api/fields.ts";
import { call } from "../../api-client/client.ts";
import { refresh } from "../../api-client/query.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { FormSuccess } from "../../components/form/form-success.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { NewPasswordFields } from "../../components/form/new-password-fields.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { showFailure } from "../../components/form/server-errors.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";

// The request may leave the repetition out; this form may not. Its check comes along.
const schema = z.safeExtend(changePasswordSchema, { repeat: currentPasswordField });
const empty = { currentPassword: "", newPassword: "", repeat: "" };

/** Changes the password; the server ends all other sessions of the user, and drops a change of address. */
export function PasswordForm() {
  const { t } = useTranslation("account");
  const [changed, setChanged] = useState(false);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setChanged(false);
    const { error } = await call(changePassword, { body });
    if (error) return showFailure(form, error);
    setChanged(true);
    form.reset(empty);
    void refresh(listSessions);
    void refresh(getEmailChange);
  });
  return (
    <Form label={t("password.title")} onSubmit={submit}>
      <FormFailure error={errors.root} />
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
      <FormActions>
        <SubmitButton busy={isSubmitting} look="primary">
          {t("password.submit")}
        </SubmitButton>
      </FormActions>
      <FormSuccess>{changed && t("password.done")}</FormSuccess>
    </Form>
  );
}
