import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { disciplines, type addDogSchema, type Dog } from "#shared/api/dogs.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { useFieldProps } from "#renderer/components/form/field-parts.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { dogFormSchema, textsOf, today, type DogTexts } from "./form-values.ts";

export const usePairStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 180px), 1fr))",
    gap: "20px 16px",
    alignItems: "start",
  },
});

type FormValues = z.output<typeof addDogSchema>;
type DogFormState = UseFormReturn<DogTexts, unknown, FormValues>;

function DisciplineField({ form }: { form: DogFormState }) {
  const { t } = useTranslation("dogs");
  const error = form.formState.errors.discipline;
  return (
    <Field {...useFieldProps({ label: t("discipline"), error })}>
      <Select size="large" {...form.register("discipline")}>
        <option value="">{t("disciplines.none")}</option>
        {disciplines.map((discipline) => (
          <option key={discipline} value={discipline}>
            {t(`disciplines.${discipline}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type MeasuredProps = {
  form: DogFormState;
  number: "heightCm" | "weightKg";
  day: "measuredOn" | "weighedOn";
};

/** A number and the day on which it was measured. */
function MeasuredFields({ form, number, day }: MeasuredProps) {
  const styles = usePairStyles();
  const { t } = useTranslation("dogs");
  const { errors } = form.formState;
  return (
    <div className={styles.pair}>
      <TextField
        label={t(`form.${number}`)}
        inputMode="decimal"
        autoComplete="off"
        registration={form.register(number, { deps: [day] })}
        error={errors[number]}
      />
      <TextField
        label={t(`form.${day}`)}
        type="date"
        max={today()}
        registration={form.register(day)}
        error={errors[day]}
      />
    </div>
  );
}

type DogFormProps = {
  /** The dog to change; null for a new one, which is asked for its first height, too. */
  dog: Dog | null;
  /** Saves the dog; resolves to the failure to show, or to null. */
  onSave: (values: FormValues) => Promise<ApiFailure | null>;
  onCancel: () => void;
};

/** The form for a new dog, or for one that is changed. */
export function DogForm({ dog, onSave, onCancel }: DogFormProps) {
  const styles = usePairStyles();
  const { t } = useTranslation(["dogs", "common"]);
  const { number } = useFormats();
  const form: DogFormState = useForm({
    resolver: zodResolver(dogFormSchema),
    defaultValues: textsOf(dog, number),
  });
  const { register, setFocus } = form;
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, onSave);
  useEffect(() => setFocus("name"), [setFocus]);
  return (
    <Form
      label={dog ? t("of", { action: t("edit.open"), name: dog.name }) : t("add.open")}
      onSubmit={submit}
    >
      <FormFailure
        error={errors.root}
        words={{ "limit-reached": t("full"), "not-found": t("gone") }}
      />
      <TextField
        label={t("form.name")}
        autoComplete="off"
        registration={register("name")}
        error={errors.name}
      />
      <div className={styles.pair}>
        <TextField
          label={t("form.bornOn")}
          hint={t("form.bornHint")}
          type="date"
          max={today()}
          registration={register("bornOn")}
          error={errors.bornOn}
        />
        <DisciplineField form={form} />
      </div>
      {!dog && <MeasuredFields form={form} number="heightCm" day="measuredOn" />}
      <MeasuredFields form={form} number="weightKg" day="weighedOn" />
      <FormActions>
        <SubmitButton busy={busy}>{t(dog ? "common:save" : "add.submit")}</SubmitButton>
        <Button size="large" onClick={onCancel}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}
