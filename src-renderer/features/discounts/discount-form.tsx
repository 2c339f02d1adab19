import { Field, makeStyles, Select } from "@fluentui/react-components";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { getCatalogue } from "#shared/api/catalogue.ts";
import {
  createDiscount,
  listDiscounts,
  newDiscountSchema,
  type NewDiscount,
} from "#shared/api/discounts.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { usePasswordIfAsked } from "#renderer/features/account/index.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { message } from "#shared/api/fields.ts";

type DiscountValues = {
  code: string;
  kind: "percent" | "amount";
  value: string;
  en: string;
  pl: string;
  items: string[];
  from: string;
  until: string;
  periods: string;
  isForever: boolean;
  uses: string;
  usesPerUser: string;
};

const emptyDiscount: DiscountValues = {
  code: "",
  kind: "percent",
  value: "",
  en: "",
  pl: "",
  items: [],
  from: "",
  until: "",
  periods: "1",
  isForever: false,
  uses: "",
  usesPerUser: "",
};

const orNull = (text: string) => text.trim() || null;

const bodyOf = (values: DiscountValues) => ({
  code: values.code,
  // Polish has a decimal comma.
  off:
    values.kind === "percent"
      ? { percent: values.value }
      : { amount: values.value.trim().replace(",", ".") },
  description: { en: values.en, pl: values.pl },
  items: values.items,
  from: orNull(values.from),
  until: orNull(values.until),
  periods: values.isForever ? null : values.periods.trim(),
  uses: orNull(values.uses),
  usesPerUser: orNull(values.usesPerUser),
});

/** Returns the body of the request, or what is wrong with each field of the form: keys of `forms` texts. */
function parseDiscount(
  values: DiscountValues,
): { body: NewDiscount } | { fields: Record<string, string> } {
  const parsed = newDiscountSchema.safeParse(bodyOf(values));
  if (parsed.success) return { body: parsed.data };
  const ofValue = values.kind === "percent" ? message.percent : message.amountOff;
  const fields = parsed.error.issues.map(({ path: [name, language], message: text }) => {
    if (name === "off") return ["value", ofValue];
    return [String(name === "description" ? language : name), text];
  });
  return { fields: Object.fromEntries(fields) };
}

const useStyles = makeStyles({
  form: { maxWidth: "712px", paddingTop: "24px", paddingBottom: "24px" },
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 220px), 1fr))",
    gap: "20px",
  },
  group: { border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { fontWeight: 600, padding: 0, marginBottom: "4px" },
});

type FieldsProps = { form: UseFormReturn<DiscountValues> };

function useTextField({ formState: { errors }, register }: FieldsProps["form"]) {
  const { t } = useTranslation("discounts");
  return (
    name: Exclude<keyof DiscountValues, "kind" | "items" | "isForever">,
    props: { type?: "date"; hint?: string; inputMode?: "decimal" | "numeric" } = {},
  ) => (
    <TextField
      label={t(`field.${name}`)}
      registration={register(name)}
      error={errors[name]}
      {...props}
    />
  );
}

/** What a code discounts: products on sale, none of which means everything. */
function Items({ form: { register, formState } }: FieldsProps) {
  const styles = useStyles();
  const { t } = useTranslation("discounts");
  const { data } = useApiQuery(getCatalogue, {});
  const problem = formState.errors.items?.message;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t("field.items")}</legend>
      {[...(data?.plans ?? []), ...(data?.extras ?? [])].map(({ sku, name }) => (
        <Checkbox key={sku} label={name} value={sku} {...register("items")} />
      ))}
      {problem !== undefined && <Notice intent="error">{problem}</Notice>}
    </fieldset>
  );
}

function Fields({ form }: FieldsProps) {
  const styles = useStyles();
  const { t } = useTranslation("discounts");
  const field = useTextField(form);
  return (
    <>
      {field("code", { hint: t("hint.code") })}
      <div className={styles.pair}>
        <Field label={t("field.kind")} size="large">
          <Select size="large" {...form.register("kind")}>
            <option value="percent">{t("kind.percent")}</option>
            <option value="amount">{t("kind.amount")}</option>
          </Select>
        </Field>
        {field("value", { inputMode: "decimal" })}
      </div>
      <div className={styles.pair}>
        {field("en")}
        {field("pl")}
      </div>
      <Items form={form} />
      <div className={styles.pair}>
        {field("from", { type: "date", hint: t("hint.from") })}
        {field("until", { type: "date", hint: t("hint.until") })}
      </div>
      <div className={styles.pair}>
        {field("uses", { inputMode: "numeric", hint: t("hint.limit") })}
        {field("usesPerUser", { inputMode: "numeric", hint: t("hint.limit") })}
      </div>
      {field("periods", { inputMode: "numeric", hint: t("hint.periods") })}
      <Checkbox label={t("field.isForever")} {...form.register("isForever")} />
    </>
  );
}

/** The form for a new discount code. What was typed stays after a failure. */
export function DiscountForm({ onCreated }: { onCreated: (code: string) => void }) {
  const styles = useStyles();
  const { t } = useTranslation("discounts");
  const form = useForm<DiscountValues>({ defaultValues: emptyDiscount });
  const confirm = usePasswordIfAsked({
    title: t("confirm.title"),
    action: t("add.submit"),
    text: t("confirm.text"),
  });
  const { busy, submit } = useSubmit(form, async (values) => {
    const parsed = parseDiscount(values);
    if ("fields" in parsed) return { kind: "rejected", fields: parsed.fields };
    return confirm.ask(async (password) => {
      const body = { ...parsed.body, ...(password !== undefined && { password }) };
      const { error } = await call(createDiscount, { body, silent: true });
      if (error) return error;
      await refresh(listDiscounts);
      onCreated(body.code);
      return null;
    });
  });
  return (
    <div className={styles.form}>
      <Form label={t("add.open")} onSubmit={submit}>
        <Fields form={form} />
        <FormFailure error={form.formState.errors.root} />
        <FormActions>
          <SubmitButton busy={busy}>{t("add.submit")}</SubmitButton>
        </FormActions>
      </Form>
      {confirm.dialog}
    </div>
  );
}
