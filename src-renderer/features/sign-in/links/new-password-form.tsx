import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod/mini";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { resetPassword, resetPasswordSchema } from "../../../../src-shared/api/sign-in.ts";
import { currentPasswordField } from "../../../../src-shared/api/fields.ts";
import { call } from "../../../api-client/client.ts";
import { FormFailure } from "../../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../../components/form/form.tsx";
import { NewPasswordFields } from "../../../components/form/new-password-fields.tsx";
import { showFailure } from "../../../components/form/server-errors.ts";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { AddressTaken } from "./address-taken.tsx";

// The request may leave the repetition out; this form may not. Its check comes along.
const schema = z.safeExtend(resetPasswordSchema, { repeat: currentPasswordField });

type NewPasswordFormProps = {
  token: string;
  onDone: () => void;
  /** The link stopped working while the form stood open. */
  onInvalid: () => void;
};

/** The new password, twice; uses the link up. */
export function NewPasswordForm({ token, onDone, onInvalid }: NewPasswordFormProps) {
  const { t } = useTranslation("sign-in");
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: "", repeat: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    const { error } = await call(resetPassword, { params: { token }, body });
    if (!error) onDone();
    else if (error.code === "token-invalid") onInvalid();
    else showFailure(form, error);
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
        <SubmitButton busy={isSubmitting}>{t("reset.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
