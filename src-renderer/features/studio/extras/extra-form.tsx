import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { deliveryKinds } from "#shared/api/deliveries.ts";
import {
  missingOfExtra,
  writtenExtraSchema,
  type StudioExtra,
  type WrittenExtra,
} from "#shared/api/extras.ts";
import { fieldIn, fieldsOf } from "#shared/api/fields.ts";
import { knownMotif, MotifArt } from "#renderer/components/cover-art/motif-art.tsx";
import { iconOf, motifChoices } from "#renderer/components/cover-art/poses.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { CountryTaxes } from "#renderer/components/form/country-taxes.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { requiringTexts } from "#renderer/components/form/required-texts.ts";
import { TextAreaField } from "#renderer/components/form/text-field.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit, type Failure } from "#renderer/components/form/use-submit.ts";
import { useFormats, useLanguageWords, useNameIn } from "#renderer/i18n/formats.ts";
import { firstLanguage, writtenLanguages } from "#renderer/platform/brand.ts";
import { useFailureWords } from "../names/name-form.tsx";
import { OtherVersion } from "../names/other-version.tsx";
import { ExtraFileField, type ExtraFormState, type ExtraValues } from "./extra-file.tsx";

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 260px), 1fr))",
    gap: "20px",
    alignItems: "start",
  },
  motif: { display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", gap: "16px" },
  // As narrow as its column: a long choice would widen the page of a phone.
  choice: { minWidth: 0, "& select": { width: "100%", minWidth: 0, textOverflow: "ellipsis" } },
});

const emptyExtra = (): ExtraValues => ({
  ...fieldsOf("name", () => ""),
  ...fieldsOf("summary", () => ""),
  ...fieldsOf("delivery", () => ""),
  price: "",
  taxPercent: "",
  taxPercents: [],
  motif: iconOf("paw"),
  deliveredAs: "file",
  ...fieldsOf("file", () => null),
  onSale: true,
});

/** Returns an extra as it is typed in the interface's language. */
function useTyped() {
  const { typedAmount, number } = useFormats();
  return ({ price, taxPercent, taxPercents, ...rest }: StudioExtra): ExtraValues => ({
    ...rest,
    price: typedAmount(price),
    taxPercent: number(taxPercent),
    taxPercents: taxPercents.map((one) => ({ ...one, taxPercent: number(one.taxPercent) })),
  });
}

/** What buyers read, in the languages of the portal. */
function Texts({ form: { register, formState } }: { form: ExtraFormState }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const wordsOf = useLanguageWords();
  const { errors } = formState;
  return (["name", "summary", "delivery"] as const).map((part) => (
    <div key={part} className={styles.pair}>
      {writtenLanguages().map((one) => {
        const words = wordsOf(one);
        const name = fieldIn(part, one);
        const field = {
          label: part === "name" ? t("names.nameIn", words) : t(`extras.${part}`, words),
          registration: register(name),
          error: errors[name],
          ...(one !== firstLanguage() && { hint: t("names.otherHint", words) }),
        };
        return part === "name" ? (
          <TextField key={one} {...field} />
        ) : (
          <TextAreaField key={one} rows={4} {...field} />
        );
      })}
    </div>
  ));
}

function ExtraTaxes({ form: { control, register, formState } }: { form: ExtraFormState }) {
  const { fields, append, remove } = useFieldArray({ control, name: "taxPercents" });
  return (
    <CountryTaxes
      fields={fields}
      append={append}
      remove={remove}
      registrationOf={(at, field) => register(`taxPercents.${at}.${field}`)}
      errorOf={(at, field) => formState.errors.taxPercents?.[at]?.[field]}
    />
  );
}

/** What it costs, how it is drawn and delivered, and whether it is on sale. */
function Facts({ form, currency, extra, onUpload }: FactsProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { register, watch, setValue, control, formState } = form;
  const { errors } = formState;
  // What stands for the stored one where that is not offered.
  const motif = iconOf(knownMotif(watch("motif")));
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t("extras.price", { currency })}
          hint={t("extras.priceHint")}
          inputMode="decimal"
          registration={register("price")}
          error={errors.price}
        />
        <TextField
          label={t("extras.tax")}
          inputMode="decimal"
          registration={register("taxPercent")}
          error={errors.taxPercent}
        />
        <ExtraTaxes form={form} />
      </div>
      <div className={styles.pair}>
        <Field label={t("extras.deliveredAs")} size="large" className={styles.choice}>
          <Select size="large" {...register("deliveredAs")}>
            {deliveryKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`extras.kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        <div className={styles.motif}>
          <Field label={t("fields.motif")} size="large" className={styles.choice}>
            <Select
              size="large"
              value={motif}
              onChange={(_, { value }) => setValue("motif", value)}
            >
              {motifChoices().map((name) => (
                <option key={name} value={name}>
                  {t(`motifs.${name}`)}
                </option>
              ))}
            </Select>
          </Field>
          <MotifArt motif={motif} size={72} />
        </div>
      </div>
      {watch("deliveredAs") === "file" &&
        writtenLanguages().map((language) => (
          <ExtraFileField
            key={language}
            control={control}
            language={language}
            extra={extra}
            onUpload={onUpload}
          />
        ))}
      <Checkbox label={t("extras.sell")} {...register("onSale")} />
    </>
  );
}

type FactsProps = Pick<ExtraFormProps, "currency" | "extra"> & {
  form: ExtraFormState;
  onUpload: (change: 1 | -1) => void;
};

/** Hook: returns the function that says the values of the form in words. */
function useWords(theirs: ExtraValues) {
  const { t } = useTranslation("studio");
  // Two files can have the same name. What the brand brought is stored when it is saved first.
  const fileOf = (file: ExtraValues["fileEn"], present: ExtraValues["fileEn"]) =>
    file
      ? `${file.name} ${(file.stored || (present?.stored ?? "")).slice(0, 6)}`
      : t("extras.fileNone");
  return ({ onSale, motif, deliveredAs, taxPercents, ...written }: ExtraValues) => ({
    ...written,
    taxPercents: taxPercents.map((one) => `${one.country} ${one.taxPercent} %`).join(", "),
    ...fieldsOf("file", (language) => {
      const name = fieldIn("file", language);
      return fileOf(written[name], theirs[name]);
    }),
    motif: t(`motifs.${iconOf(knownMotif(motif))}`),
    deliveredAs: t(`extras.kinds.${deliveredAs}`),
    onSale: t(onSale ? "extras.onSale" : "extras.offSale"),
  });
}

type OtherExtraProps = { form: ExtraFormState; theirs: ExtraValues; currency: string };

/** Compares an extra in its form with what somebody else saved meanwhile. */
function OtherExtra({ form, theirs, currency }: OtherExtraProps) {
  const { t } = useTranslation(["studio", "forms"]);
  const inWords = useLanguageWords();
  const names: Record<keyof ExtraValues, string> = {
    ...fieldsOf("name", (one) => t("names.nameIn", inWords(one))),
    ...fieldsOf("summary", (one) => t("extras.summary", inWords(one))),
    ...fieldsOf("delivery", (one) => t("extras.delivery", inWords(one))),
    ...fieldsOf("file", (one) => t("extras.file", inWords(one))),
    price: t("extras.price", { currency }),
    taxPercent: t("extras.tax"),
    taxPercents: t("forms:countryTaxes.title"),
    motif: t("fields.motif"),
    deliveredAs: t("extras.deliveredAs"),
    onSale: t("extras.columns.sale"),
  };
  return <OtherVersion form={form} theirs={theirs} names={names} inWords={useWords(theirs)} />;
}

const extraForm = requiringTexts(writtenExtraSchema, missingOfExtra);

type ExtraFormProps = {
  /** Null for a new one. */
  extra: StudioExtra | null;
  /** As it is now, which somebody else may have changed after the form was opened. */
  latest: StudioExtra | null;
  currency: string;
  /** Resolves with the failure to show, or null. */
  save: (written: WrittenExtra) => Promise<Failure | null>;
  onClose: () => void;
};

/** The form of an extra. What was typed stays after a failure. */
export function ExtraForm({ extra, latest, currency, save, onClose }: ExtraFormProps) {
  const { t } = useTranslation(["studio", "common"]);
  const typed = useTyped();
  const nameOf = useNameIn();
  const form = useForm<ExtraValues, unknown, WrittenExtra>({
    resolver: zodResolver(extraForm),
    defaultValues: extra ? typed(extra) : emptyExtra(),
  });
  const { setFocus } = form;
  // It opens above the button that was pressed.
  useEffect(() => setFocus(fieldIn("name", firstLanguage())), [setFocus]);
  const { busy, submit } = useSubmit(form, save);
  /** Number of files on their way: saved before they arrive, the form would have the former ones. */
  const [uploads, setUploads] = useState(0);
  const isUploading = uploads > 0;
  return (
    <Form
      label={extra ? t("names.changeOf", { name: nameOf(extra) }) : t("extras.add")}
      onSubmit={(event) => (isUploading ? null : submit(event))}
    >
      {extra?.origin === "brand" && <p>{t("extras.ofBrand")}</p>}
      <Texts form={form} />
      <Facts
        form={form}
        currency={currency}
        extra={latest}
        onUpload={(change) => setUploads((running) => running + change)}
      />
      {latest && latest.revision !== extra?.revision && (
        <OtherExtra form={form} theirs={typed(latest)} currency={currency} />
      )}
      <FormFailure error={form.formState.errors.root} words={useFailureWords()} />
      <FormActions>
        <SubmitButton busy={busy || isUploading}>{t("common:save")}</SubmitButton>
        <Button size="large" onClick={onClose}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}
