import { zodResolver } from "@hookform/resolvers/zod";
import { Field, makeStyles, Select } from "@fluentui/react-components";
import { useState } from "react";
import { useFieldArray, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  changePlans,
  getSettablePlans,
  writtenPlansSchema,
  type SettablePlans,
  type WrittenPlans,
} from "#shared/api/plans.ts";
import { fieldIn, fieldsOf, missingTexts } from "#shared/api/fields.ts";
import { languageName, localeOf, type Language } from "#shared/languages.ts";
import { typedAmount } from "#shared/money.ts";
import { call } from "#renderer/api-client/client.ts";
import { CheckboxField } from "#renderer/components/form/checkbox.tsx";
import { CountryTaxes } from "#renderer/components/form/country-taxes.tsx";
import { useFieldProps } from "#renderer/components/form/field-parts.tsx";
import { Form } from "#renderer/components/form/form.tsx";
import { requiringTexts } from "#renderer/components/form/required-texts.ts";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { showFailure, useSubmit, type Failure } from "#renderer/components/form/use-submit.ts";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { currentLanguage } from "#renderer/i18n/i18n.ts";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { isOfPasswordDialog, SettingFormFoot, useSettingForm } from "./setting-form.tsx";

const useStyles = makeStyles({
  plan: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 160px), 1fr))",
    gap: "8px 20px",
    alignItems: "start",
    border: "none",
    margin: 0,
    padding: 0,
    minWidth: 0,
  },
  legend: { fontWeight: 600, padding: 0, marginBottom: "4px" },
});

function read({ currency, items, revision }: SettablePlans) {
  const values: WrittenPlans = {
    currency,
    items: items.map(({ sku, price, taxPercent, taxPercents, trialDays, onSale, ...names }) => ({
      sku,
      ...fieldsOf("name", (language) => names[fieldIn("name", language)]),
      price: typedAmount(price, currentLanguage()),
      taxPercent: String(taxPercent),
      taxPercents: taxPercents.map((one) => ({ ...one, taxPercent: String(one.taxPercent) })),
      trialDays: String(trialDays),
      onSale,
    })),
  };
  return { values, revision };
}

const plansSchema = requiringTexts(writtenPlansSchema, ({ items }, language) =>
  items.flatMap((item, at) =>
    missingTexts(item, ["name"], language).map((field) => `items.${at}.${field}`),
  ),
);

type PlanTaxesProps = { form: UseFormReturn<WrittenPlans, unknown, WrittenPlans>; at: number };

function PlanTaxes({ form: { control, register, formState }, at }: PlanTaxesProps) {
  const name = `items.${at}.taxPercents` as const;
  const { fields, append, remove } = useFieldArray({ control, name });
  return (
    <CountryTaxes
      fields={fields}
      append={append}
      remove={remove}
      registrationOf={(row, field) => register(`${name}.${row}.${field}`)}
      errorOf={(row, field) => formState.errors.items?.[at]?.taxPercents?.[row]?.[field]}
    />
  );
}

type PlansFormProps = { plans: SettablePlans; onClose: (isSaved: boolean) => void };

/** The form for what new members pay. It asks for the password. */
export function PlansForm({ plans, onClose }: PlansFormProps) {
  const styles = useStyles();
  const { t, i18n } = useTranslation(["settings", "common", "forms"]);
  const { form, attempt, foot } = useSettingForm<WrittenPlans, undefined, typeof getSettablePlans>({
    id: "plans",
    settings: plans,
    endpoint: getSettablePlans,
    read,
    resolver: zodResolver(plansSchema),
    onClose,
  });
  const [asked, setAsked] = useState<WrittenPlans | null>(null);
  const { submit } = useSubmit(form, async (values) => {
    setAsked(values);
    return null;
  });
  const save = async (password: string): Promise<Failure | null> => {
    const failure = await attempt((revision) =>
      call(changePlans, {
        body: { ...(asked ?? form.getValues()), revision, password },
        silent: true,
      }),
    );
    if (failure && isOfPasswordDialog(failure)) return failure;
    setAsked(null);
    if (failure) showFailure(form, failure);
    return null;
  };
  const { errors } = form.formState;
  const nameIn = (language: Language) =>
    t("plans.nameIn", { language: languageName(language, i18n.language) });
  const currency = useFieldProps({
    label: t("plans.currency"),
    error: errors.currency,
    ...(plans.isCurrencyFixed && { hint: t("plans.currencyFixed") }),
  });
  const currencyNames = new Intl.DisplayNames(localeOf(i18n.language), { type: "currency" });
  return (
    <>
      <Form label={t("rows.plans")} onSubmit={submit}>
        <Field {...currency}>
          <Select size="large" disabled={plans.isCurrencyFixed} {...form.register("currency")}>
            {Intl.supportedValuesOf("currency").map((code) => (
              <option key={code} value={code}>
                {`${code} · ${currencyNames.of(code)}`}
              </option>
            ))}
          </Select>
        </Field>
        {plans.items.map(({ sku, period }, at) => {
          const failed = errors.items?.[at];
          const title = t(`plans.${period}`);
          return (
            <fieldset key={sku} className={styles.plan}>
              <legend className={styles.legend}>{title}</legend>
              <TextField
                label={t("plans.price")}
                inputMode="decimal"
                registration={form.register(`items.${at}.price`)}
                error={failed?.price}
              />
              <TextField
                label={t("plans.tax")}
                inputMode="decimal"
                registration={form.register(`items.${at}.taxPercent`)}
                error={failed?.taxPercent}
              />
              <TextField
                label={t("plans.trial")}
                hint={t("plans.trialHint")}
                inputMode="numeric"
                registration={form.register(`items.${at}.trialDays`)}
                error={failed?.trialDays}
              />
              {writtenLanguages().map((language) => (
                <TextField
                  key={language}
                  label={nameIn(language)}
                  registration={form.register(`items.${at}.${fieldIn("name", language)}`)}
                  error={failed?.[fieldIn("name", language)]}
                />
              ))}
              <PlanTaxes form={form} at={at} />
              <CheckboxField
                label={t("plans.onSale")}
                registration={form.register(`items.${at}.onSale`)}
                error={failed?.onSale}
              />
            </fieldset>
          );
        })}
        <SettingFormFoot
          {...foot}
          error={errors.root}
          busy={false}
          nameOf={(place) => {
            const [, at = "", field = ""] = place.split(".");
            const plan = plans.items[Number(at)];
            const names: Record<string, string> = {
              price: t("plans.price"),
              taxPercent: t("plans.tax"),
              taxPercents: t("forms:countryTaxes.title"),
              trialDays: t("plans.trial"),
              ...fieldsOf("name", nameIn),
              onSale: t("plans.onSale"),
            };
            if (at === "" || !plan) return t("plans.currency");
            return `${t(`plans.${plan.period}`)}: ${names[field] ?? ""}`;
          }}
        />
      </Form>
      <PasswordDialog
        open={asked !== null}
        title={t("plans.title")}
        action={t("save")}
        onPassword={save}
        onClose={() => setAsked(null)}
      >
        <p>{t("plans.confirm")}</p>
      </PasswordDialog>
    </>
  );
}
