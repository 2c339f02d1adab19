import { makeStyles } from "@fluentui/react-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import { isPartOn } from "#shared/parts.ts";
import { routePath } from "#shared/routes.ts";
import { CheckboxField } from "#renderer/components/form/checkbox.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { NewPasswordFields } from "../password-fields.tsx";
import { TermsField } from "../terms-field.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { TextLink } from "#renderer/components/links.tsx";
import { useFormats } from "#renderer/i18n/formats.ts";
import { brand } from "#renderer/platform/brand.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import type { Registration } from "./use-register.ts";

const useStyles = makeStyles({
  plan: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    gap: "4px 16px",
    padding: "12px 16px",
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBand,
  },
  name: { fontWeight: 600 },
});

type ChosenPlanProps = { period: Period; catalogue: Catalogue | undefined };

function ChosenPlan({ period, catalogue }: ChosenPlanProps) {
  const styles = useStyles();
  const { t } = useTranslation(["sign-in", "common"]);
  const { money } = useFormats();
  const plan = catalogue?.plans.find((offered) => offered.period === period);
  const price = plan && `${money(plan.price)} ${t(`common:plan.per.${period}`)}`;
  return (
    <div className={styles.plan}>
      <span>
        <span className={styles.name}>{t(`register.plan.${period}`)}</span>
        {price && ` · ${price}`}
      </span>
      <TextLink to={routePath("memberships")}>{t("register.otherPlan")}</TextLink>
    </div>
  );
}

type RegisterFormProps = { period: Period | null; registration: Registration };

/** The form of the registration; the mailed code is asked for next. */
export function RegisterForm({ period, registration }: RegisterFormProps) {
  const { t } = useTranslation("sign-in");
  const { form, busy, submit, catalogue, termsShown } = registration;
  const { register, formState } = form;
  const { errors } = formState;
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
      {isPartOn(brand, "readersList") && (
        <CheckboxField
          label={t("register.news")}
          registration={register("wantsNews")}
          error={undefined}
        />
      )}
      <FormActions>
        <SubmitButton busy={busy}>{t("register.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
