import { Button } from "@fluentui/react-components";
import { useEffect } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, type DefaultValues, type FieldValues, type Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField, TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit, type Failure } from "#renderer/components/form/use-submit.ts";
import { OtherVersion } from "./other-version.tsx";

/** A field of the form: one line of text, or several. */
type NameField<Values> = {
  name: keyof Values & string;
  label: string;
  hint?: string;
  isLong?: boolean;
};

type NameFormProps<Values extends FieldValues> = {
  label: string;
  schema: z.ZodMiniType<Values, Values>;
  values: Values;
  /** What somebody else saved after it was opened. */
  theirs: Values | null;
  fields: readonly NameField<Values>[];
  /** Resolves with the failure to show, or null. */
  save: (values: Values) => Promise<Failure | null>;
  onClose: () => void;
};

/** Hook: returns what the forms of the studio say about failures of their own. */
export function useFailureWords() {
  const { t } = useTranslation("studio");
  return {
    "slug-taken": t("names.taken"),
    conflict: t("status.conflict"),
    "not-found": t("names.gone"),
  };
}

/** The form of a tag or an author. What was typed stays after a failure. */
export function NameForm<Values extends FieldValues>(props: NameFormProps<Values>) {
  const { label, schema, values, theirs, fields, save, onClose } = props;
  const { t } = useTranslation(["studio", "common"]);
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Values>, // all fields have a value
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  const first = fields[0]?.name as Path<Values>; // a key of the values
  // It may open above the button that was pressed.
  useEffect(() => setFocus(first), [setFocus, first]);
  const { busy, submit } = useSubmit(form, save);
  return (
    <Form label={label} onSubmit={submit}>
      {fields.map(({ name, isLong = false, ...labels }) => {
        const registration = form.register(name as Path<Values>); // a key of the values
        const error = errors[name] as { message?: string } | undefined;
        const field = { ...labels, registration, error };
        return isLong ? (
          <TextAreaField key={name} {...field} rows={6} />
        ) : (
          <TextField key={name} {...field} />
        );
      })}
      {theirs && (
        <OtherVersion
          form={form}
          theirs={theirs}
          names={Object.fromEntries(fields.map(({ name, label: text }) => [name, text]))}
          inWords={(texts) => texts}
        />
      )}
      <FormFailure error={errors.root} words={useFailureWords()} />
      <FormActions>
        <SubmitButton busy={busy}>{t("common:save")}</SubmitButton>
        <Button size="large" onClick={onClose}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}
