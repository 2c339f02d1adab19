import { type ReactNode, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { proveFactor } from "../../../src-shared/api/second-factor.ts";
import { call } from "../../api-client/client.ts";
import { TextField } from "../../components/form/text-field.tsx";
import type { Failure } from "../../components/form/use-submit.ts";

const name = "factorCode";

/**
 * Lets a form carry out what needs a fresh proof of the second factor. `guard` runs the action of `useSubmit`:
 * where the server refuses it with `factor-needed`, the form also shows `field`, and the next submit proves the
 * code before the action. Needs the locale namespace `second-factor`.
 */
export function useFactorProof<Values extends FieldValues, Context, Sent extends FieldValues>(
  form: UseFormReturn<Values, Context, Sent>,
): { guard: (act: () => Promise<Failure | null>) => Promise<Failure | null>; field: ReactNode } {
  const { t } = useTranslation("second-factor");
  const [asked, setAsked] = useState(false);
  const path = name as Path<Values>; // a field of its own, which the form's schema ignores
  const prove = async (): Promise<Failure | null> => {
    const code = form.getValues(path) ?? "";
    const { error } = await call(proveFactor, { body: { code } });
    if (!error) return null;
    const { code: message, ...fields } = error.fields ?? {};
    return { ...error, fields: { ...fields, ...(message && { [name]: message }) } };
  };
  const guard = async (act: () => Promise<Failure | null>) => {
    const refused = asked ? await prove() : null;
    if (refused) return refused;
    if (asked) {
      form.unregister(path);
      setAsked(false); // a code works once
    }
    const failure = await act();
    if (failure?.code === "factor-needed") setAsked(true);
    return failure;
  };
  const error = form.getFieldState(path, form.formState).error;
  const field = asked && (
    <TextField
      label={t("code")}
      hint={t("codeHint")}
      autoComplete="one-time-code"
      registration={form.register(path)}
      error={error}
    />
  );
  return { guard, field };
}
