import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useMemo, useRef } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { heightClassOfDog, listDogs, type Dog } from "#shared/api/dogs.ts";
import { addShow, changeShow, type Show } from "#shared/api/show-day.ts";
import { deviceDate } from "#shared/calendar-date.ts";
import { heightClasses } from "#shared/height-class.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { useFieldProps } from "#renderer/components/form/field-parts.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { createDraft, useEmptyAtLogout } from "#renderer/session/draft.ts";
import { changeShows } from "./show-changes.ts";
import { noTexts, showDays, showFormSchema, textsOf, type ShowTexts } from "./show-values.ts";

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 220px), 1fr))",
    gap: "20px 16px",
    alignItems: "start",
  },
});

/** What was typed for a new show (null), or to change one, until it is saved. */
type Typed = { id: string | null; texts: ShowTexts };
const draft = createDraft<readonly Typed[]>([], (written) => written);

const typedFor = (show: Show | null) =>
  draft.read().find(({ id }) => id === (show?.id ?? null))?.texts;

/** Takes texts, and submits what the API takes. */
type ShowFormState = UseFormReturn<ShowTexts, unknown, z.output<ReturnType<typeof showFormSchema>>>;

function CompetitorField({ form, dogs }: { form: ShowFormState; dogs: readonly Dog[] }) {
  const { t } = useTranslation(["show-day", "height-class"]);
  const error = form.formState.errors.competitor;
  const dogText = (dog: Dog) => {
    const heightClass = heightClassOfDog(dog);
    return heightClass
      ? t("form.dog", { name: dog.name, class: t(`height-class:names.${heightClass}`) })
      : t("form.dogUnmeasured", { name: dog.name });
  };
  return (
    <Field {...useFieldProps({ label: t("form.with"), error })}>
      <Select size="large" {...form.register("competitor")}>
        <option value="">{t("form.choose")}</option>
        {dogs.map((dog) => (
          <option key={dog.id} value={dog.id}>
            {dogText(dog)}
          </option>
        ))}
        {heightClasses.map(({ id }) => (
          <option key={id} value={id}>
            {t("form.class", { class: t(`height-class:names.${id}`) })}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function ShowFields({ form, dogs }: { form: ShowFormState; dogs: readonly Dog[] }) {
  const styles = useStyles();
  const { t } = useTranslation("show-day");
  const { errors } = form.formState;
  const dayError =
    errors.on?.message === "show-day:outside" ? t("form.outside") : errors.on?.message;
  return (
    <>
      <TextField
        label={t("form.name")}
        autoComplete="off"
        registration={form.register("name")}
        error={errors.name}
      />
      <div className={styles.pair}>
        <TextField
          label={t("form.on")}
          type="date"
          max={showDays().last}
          registration={form.register("on")}
          error={errors.on && { ...(dayError !== undefined && { message: dayError }) }}
        />
        <TextField
          label={t("form.startsAt")}
          hint={t("form.startsAtHint")}
          type="time"
          registration={form.register("startsAt")}
          error={errors.startsAt}
        />
      </div>
      <CompetitorField form={form} dogs={dogs} />
      <Checkbox label={t("form.isHot")} {...form.register("isHot")} />
    </>
  );
}

/** Keeps typed values when the page is left. Returns the function that discards them. */
function useDraft(form: ShowFormState, show: Show | null, initial: ShowTexts): () => void {
  const { getValues, reset } = form;
  const id = show?.id ?? null;
  const isOver = useRef(false);
  const nothing = useRef([initial, noTexts].map((texts) => JSON.stringify(texts)));
  useEffect(
    () => () => {
      const texts = getValues();
      const isKept = !isOver.current && !nothing.current.includes(JSON.stringify(texts));
      draft.keep([
        ...draft.read().filter((other) => other.id !== id),
        ...(isKept ? [{ id, texts }] : []),
      ]);
    },
    [id, getValues],
  );
  useEmptyAtLogout(reset, noTexts);
  return () => void (isOver.current = true);
}

type ShowFormProps = {
  /** Null for a new one. */
  show: Show | null;
  onSaved: (show: Show) => void;
  onCancel: () => void;
};

function LoadedForm({ show, dogs, onSaved, onCancel }: ShowFormProps & { dogs: readonly Dog[] }) {
  const { t } = useTranslation(["show-day", "common"]);
  const schema = useMemo(() => showFormSchema(show?.on ?? null), [show?.on]);
  const first = dogs[0]?.id ?? "";
  const initial = show ? textsOf(show) : { ...noTexts, competitor: first };
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: typedFor(show) ?? initial,
  });
  const forget = useDraft(form, show, initial);
  const { busy, submit } = useSubmit(form, async (fields) => {
    const body = { ...fields, today: deviceDate(new Date()) };
    const { data, error } = show
      ? await changeShows(changeShow, { params: { id: show.id }, body })
      : await changeShows(addShow, { body });
    if (error) return error;
    forget();
    onSaved(data);
    return null;
  });
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const words = {
    "limit-reached": t("form.full"),
    "not-found": show ? t("form.gone") : t("form.noDog"),
  };
  return (
    <Form label={t(show ? "form.change" : "form.add")} onSubmit={submit}>
      <FormFailure error={form.formState.errors.root} words={words} />
      <ShowFields form={form} dogs={dogs} />
      <FormActions>
        <SubmitButton busy={busy}>{t(show ? "form.save" : "form.submit")}</SubmitButton>
        <Button
          size="large"
          onClick={() => {
            if (show) forget(); // a new show may still be added later
            onCancel();
          }}
        >
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}

/** Asks for a show. Without the dogs, which may fail to load, there are still the classes. */
export function ShowForm(props: ShowFormProps) {
  const dogs = useApiQuery(listDogs, {});
  if (dogs.isPending) return null;
  return <LoadedForm {...props} dogs={dogs.data?.items ?? []} />;
}
