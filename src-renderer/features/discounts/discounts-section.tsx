import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { Fragment, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { getCatalogue } from "#shared/api/catalogue.ts";
import {
  listDiscounts,
  type DiscountCode,
  endDiscount,
  createDiscount,
  newDiscountSchema,
  type NewDiscount,
} from "#shared/api/discounts.ts";
import { message } from "#shared/api/fields.ts";
import { isLanguage, languageName, languages, type Language } from "#shared/languages.ts";
import { isDescending, sortedBy, sortSchema } from "#shared/sort.ts";
import { useApiQuery, refresh } from "#renderer/api-client/query.ts";
import { ActionResult, useActionReport } from "#renderer/components/action-result.tsx";
import { DataTable, type Column } from "#renderer/components/data-table.tsx";
import { QueryView } from "#renderer/components/query-view.tsx";
import { EmptyState, LoadingLines } from "#renderer/components/states.tsx";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { writtenLanguages } from "#renderer/platform/brand.ts";
import { measure, tokens } from "#renderer/theme/tokens.ts";
import { call } from "#renderer/api-client/client.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { rootError, useSubmit } from "#renderer/components/form/use-submit.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { usePasswordIfAsked } from "#renderer/features/account/index.ts";

type DiscountValues = Record<Language, string> & {
  code: string;
  kind: "percent" | "amount";
  value: string;
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
  ...(Object.fromEntries(languages.map((language) => [language, ""])) as Record<Language, string>), // of all
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
  description: Object.fromEntries(writtenLanguages().map((one) => [one, values[one]])),
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

const useDiscountFormStyles = makeStyles({
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
  const { t, i18n } = useTranslation("discounts");
  return (
    name: Exclude<keyof DiscountValues, "kind" | "items" | "isForever">,
    props: { type?: "date"; hint?: string; inputMode?: "decimal" | "numeric" } = {},
  ) => (
    <TextField
      label={
        isLanguage(name)
          ? t("field.description", { language: languageName(name, i18n.language) })
          : t(`field.${name}`)
      }
      registration={register(name)}
      error={errors[name]}
      {...props}
    />
  );
}

/** What a code discounts: products on sale, none of which means everything. */
function Items({ form: { register, formState } }: FieldsProps) {
  const styles = useDiscountFormStyles();
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
  const styles = useDiscountFormStyles();
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
        {writtenLanguages().map((one) => (
          <Fragment key={one}>{field(one)}</Fragment>
        ))}
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
function DiscountForm({ onCreated }: { onCreated: (code: string) => void }) {
  const styles = useDiscountFormStyles();
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

function EndDiscount({ code, onEnded }: { code: string; onEnded: () => void }) {
  const { t } = useTranslation("discounts");
  const [open, setOpen] = useState(false);
  const ending = useMutation(async () => {
    const { error } = await call(endDiscount, { params: { code } });
    if (error) return error;
    setOpen(false);
    onEnded();
    await refresh(listDiscounts);
    return null;
  });
  return (
    <>
      <DangerButton aria-label={t("end.of", { code })} onClick={() => setOpen(true)}>
        {t("end.open")}
      </DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("end.title", { code })}
        action={t("end.action")}
        busy={ending.busy}
        onConfirm={() => void ending.run()}
        onClose={() => {
          setOpen(false);
          ending.reset();
        }}
      >
        <p>{t("end.text")}</p>
        {ending.failure && <FormFailure error={rootError(ending.failure)} />}
      </ConfirmDialog>
    </>
  );
}

const useStyles = makeStyles({
  lead: { margin: "0 0 20px", color: tokens.colorNeutralForeground2, maxWidth: measure },
  block: { display: "block" },
  code: { overflowWrap: "anywhere" },
});

const discountSort = sortSchema(["code", "uses"]);
type DiscountSort = z.infer<typeof discountSort>;

/** Returns the codes in an order; equal ones are ordered by code. They all arrive at once. */
function inOrder(codes: readonly DiscountCode[], sort: DiscountSort): DiscountCode[] {
  const byCode = (a: DiscountCode, b: DiscountCode) => a.code.localeCompare(b.code, "en");
  const order = (a: DiscountCode, b: DiscountCode) =>
    (sortedBy(sort) === "uses" ? a.uses - b.uses : 0) || byCode(a, b);
  return codes.toSorted((a, b) => (isDescending(sort) ? order(b, a) : order(a, b)));
}

/** When a code works, and for how many payments of a membership. */
function WhenCell({ startsAt, endsAt, periods }: DiscountCode) {
  const styles = useStyles();
  const { t } = useTranslation("discounts");
  const { date, lastDay } = useFormats();
  return (
    <>
      {startsAt && <span className={styles.block}>{t("from", { date: date(startsAt) })}</span>}
      {endsAt && <span className={styles.block}>{t("until", { date: lastDay(endsAt) })}</span>}
      {!startsAt && !endsAt && <span className={styles.block}>{t("noEnd")}</span>}
      {periods !== 1 && (
        <span className={styles.block}>
          {periods === null ? t("allPeriods") : t("periods", { count: periods })}
        </span>
      )}
    </>
  );
}

/** What a code takes off, and of what. */
function DiscountCell({ kind, value, currency, skus, description }: DiscountCode) {
  const styles = useStyles();
  const { money, number } = useFormats();
  return (
    <>
      {kind === "percent"
        ? `${number(value)}\u00A0%`
        : money({ amount: value, currency: currency ?? "" })}
      <span className={styles.block}>{description}</span>
      {skus.length > 0 && <span className={styles.block}>{skus.join(", ")}</span>}
    </>
  );
}

function UsesCell({ uses, maxUses, maxUsesPerUser }: DiscountCode) {
  const styles = useStyles();
  const { t } = useTranslation("discounts");
  return (
    <>
      {maxUses === null ? uses : t("usesOf", { uses, most: maxUses })}
      {maxUsesPerUser !== null && (
        <span className={styles.block}>{t("perUser", { count: maxUsesPerUser })}</span>
      )}
    </>
  );
}

function useColumns(onEnded: (code: string) => void): Column<DiscountCode, "code" | "uses">[] {
  const styles = useStyles();
  const { t } = useTranslation("discounts");
  return [
    {
      key: "code",
      title: t("field.code"),
      sorts: "code",
      cell: ({ code }) => <strong className={styles.code}>{code}</strong>,
    },
    { key: "off", title: t("columns.off"), cell: (code) => <DiscountCell {...code} /> },
    { key: "when", title: t("columns.when"), cell: (code) => <WhenCell {...code} /> },
    {
      key: "uses",
      title: t("columns.uses"),
      sorts: "uses",
      isNamed: true,
      cell: (code) => <UsesCell {...code} />,
    },
    { key: "state", title: t("columns.state"), cell: ({ state }) => t(`state.${state}`) },
    {
      key: "end",
      title: t("columns.end"),
      cell: ({ code, state }) =>
        state !== "ended" && <EndDiscount code={code} onEnded={() => onEnded(code)} />,
    },
  ];
}

/** The discount codes, for admins: their uses, a form for a new one, and an end for each. */
export function DiscountsSection() {
  const styles = useStyles();
  const { t } = useTranslation(["discounts", "common"]);
  const { params, change } = useAddressParams<"sort">();
  const sort: DiscountSort = discountSort.safeParse(params.get("sort")).data ?? "code";
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState(0);
  const { reported, report, clear } = useActionReport();
  const list = useApiQuery(listDiscounts, {});
  const columns = useColumns((code) => report({ text: t("end.done", { code }) }));
  const toggle = () => {
    clear();
    setAdding(!isAdding);
  };
  return (
    <>
      <p className={styles.lead}>{t("lead")}</p>
      <Button
        size="large"
        appearance={isAdding ? "secondary" : "primary"}
        aria-expanded={isAdding}
        onClick={toggle}
      >
        {t(isAdding ? "common:cancel" : "add.open")}
      </Button>
      {/* Only hidden when it is closed: what was typed is there when it is opened again. */}
      <div hidden={!isAdding}>
        <DiscountForm
          key={created}
          onCreated={(code) => {
            setCreated(created + 1);
            setAdding(false);
            report({ text: t("add.done", { code }) });
          }}
        />
      </div>
      <ActionResult reported={reported} />
      <QueryView
        query={list}
        loading={<LoadingLines lines={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState motif="whistle" title={t("empty.title")} text={t("empty.text")} />}
      >
        {({ items }) => (
          <DataTable
            label={t("list")}
            columns={columns}
            rows={inOrder(items, sort)}
            keyOf={({ code }) => code}
            sort={sort}
            onSort={(next) => change({ sort: next })}
          />
        )}
      </QueryView>
    </>
  );
}
