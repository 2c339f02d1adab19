import { Button } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { measureDog, type Dog } from "#shared/api/dogs.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { usePairStyles } from "./dog-form.tsx";
import { reloadDogs } from "./reload-dogs.ts";
import { measureFormSchema, today } from "./form-values.ts";

type MeasureFormProps = { dog: Dog; onMeasured: (dog: Dog) => void; onCancel: () => void };

export function MeasureForm({ dog, onMeasured, onCancel }: MeasureFormProps) {
  const styles = usePairStyles();
  const { t } = useTranslation(["dogs", "common"]);
  const form = useForm({
    resolver: zodResolver(measureFormSchema),
    defaultValues: { heightCm: "", measuredOn: today() },
  });
  const { register, setFocus } = form;
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { data, error } = await call(measureDog, { params: { id: dog.id }, body });
    if (error) return error;
    await reloadDogs();
    onMeasured(data);
    return null;
  });
  useEffect(() => setFocus("heightCm"), [setFocus]);
  const words = { "limit-reached": t("measure.full"), "not-found": t("gone") };
  return (
    <Form label={t("of", { action: t("measure.again"), name: dog.name })} onSubmit={submit}>
      <FormFailure error={errors.root} words={words} />
      <div className={styles.pair}>
        <TextField
          label={t("form.heightCm")}
          hint={t("measure.hint")}
          inputMode="decimal"
          autoComplete="off"
          registration={register("heightCm")}
          error={errors.heightCm}
        />
        <TextField
          label={t("form.measuredOn")}
          type="date"
          max={today()}
          registration={register("measuredOn")}
          error={errors.measuredOn}
        />
      </div>
      <FormActions>
        <SubmitButton busy={busy}>{t("common:save")}</SubmitButton>
        <Button size="large" onClick={onCancel}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}
