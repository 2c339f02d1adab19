import { useTranslation } from "react-i18next";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { FormFailure } from "../../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../../components/form/form.tsx";
import { NewPasswordFields } from "../../../components/form/new-password-fields.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { TextField } from "../../../components/form/text-field.tsx";
import { ChosenPlan } from "./chosen-plan.tsx";
import { TermsField } from "./terms-field.tsx";
import type { Registration } from "./use-register.ts";

type RegisterFormProps = { period: Period | null; registration: Registration };

/** Name, e-mail, password twice, terms; a mailed code is asked for next. */
export function RegisterForm({ period, registration }: RegisterFormProps) {
  const { t } = useTranslation("sign-in");
  const { form, submit, catalogue, termsShown } = registration;
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const words = {
    "terms-unknown": t("register.termsFailed"),
    "terms-outdated": t("register.termsOutdated"),
  };
  return (
    <Form label={t("register.form")} onSubmit={submit}>
      {period && <ChosenPlan period={period} catalogue={catalogue.data} />}
      <FormFailure error={errors.root} words={words} />
      <TextField
        label={t("name")}
        autoComplete="name"
        registration={register("name")}
        error={errors.name}
      />
      <TextField
        label={t("email")}
        type="email"
        autoComplete="username"
        hint={t("register.emailHint")}
        registration={register("email")}
        error={errors.email}
      />
      <NewPasswordFields
        label={t("password")}
        password={{
          registration: register("password", { deps: ["repeat"] }),
          error: errors.password,
        }}
        repeat={{ registration: register("repeat"), error: errors.repeat }}
      />
      <TermsField
        key={termsShown}
        registration={register("accepted")}
        error={errors.accepted}
        onRetry={catalogue.isError ? () => void catalogue.refetch() : null}
      />
      <FormActions>
        <SubmitButton busy={isSubmitting}>{t("register.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
