import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { currentPasswordField } from "#shared/api/fields.ts";
import { resetPassword, resetPasswordSchema } from "#shared/api/sign-in.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { NewPasswordFields } from "../password-fields.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { AddressTaken } from "./mailed-link.tsx";

// The repetition is optional in the request and required in this form.
const schema = z.safeExtend(resetPasswordSchema, { repeat: currentPasswordField });

type NewPasswordFormProps = {
  token: string;
  onDone: () => void;
  /** Called if the link stopped working while the form was open. */
  onInvalid: () => void;
};

/** The form for a new password; submitting it uses the link up. */
export function NewPasswordForm({ token, onDone, onInvalid }: NewPasswordFormProps) {
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
