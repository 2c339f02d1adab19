import { type ReactNode, useEffect, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { proveFactor } from "#shared/api/second-factor.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { callRenewing } from "#renderer/session/renew-token.ts";
import { TextField } from "#renderer/components/form/text-field.tsx";
import type { Failure } from "#renderer/components/form/use-submit.ts";

/** Name of the code's field among the values of a form. */
export const factorCodeName = "factorCode";

type FactorProof = {
  guard: (act: () => Promise<Failure | null>) => Promise<Failure | null>;
  field: ReactNode;
  /** The form's texts for the refusals. */
  words: Readonly<Record<string, string>>;
};

/** The refusals that a code lifts, with the texts of its field. */
const codeFields = {
  "factor-needed": { label: "code", hint: "codeHint" },
  "enrolment-code-needed": { label: "enrolmentCode", hint: "enrolmentCodeHint" },
} as const;
type Refusal = keyof typeof codeFields;

const isRefusal = (code: string | undefined): code is Refusal =>
  code !== undefined && code in codeFields;

/** Proves a factor for five minutes. Returns the failure, whose message is at the field `code`, or null. */
const proveSecondFactor = async (code: string): Promise<ApiFailure | null> =>
  (await callRenewing(proveFactor, { body: { code } })).error;

/**
 * Lets a form carry out what needs a fresh proof of a factor. `guard` runs the action of `useSubmit`: where the server
 * refuses it until a code was entered, the form also shows `field`, and the next submit proves the code before the action. Admins
 * who lack the second factor that they need see it from the start, and may leave it empty where they entered a code just before.
 * A form that is reset, as when its dialog closes, asks anew. Needs the locale namespace `second-factor`.
 */
export function useFactorProof<Values extends FieldValues, Context, Sent extends FieldValues>(
  form: UseFormReturn<Values, Context, Sent>,
): FactorProof {
  const { t } = useTranslation("second-factor");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const path = factorCodeName as Path<Values>; // a field of its own, which the form's schema ignores
  const isExpected = useUser()?.lacksAdminFactor === true;
  const shownRefusal = form.formState.submitCount > 0 ? refusal : null; // a reset begins to count anew
  const { setFocus } = form;
  useEffect(() => {
    if (shownRefusal) setFocus(path);
  }, [shownRefusal, setFocus, path]);
  const guard = async (act: () => Promise<Failure | null>) => {
    const code: string = form.getValues(path) ?? "";
    if (shownRefusal || code !== "") {
      const refused = await proveSecondFactor(code);
      const { code: wrong, ...fields } = refused?.fields ?? {};
      if (refused) return { ...refused, fields: { ...fields, ...(wrong && { [path]: wrong }) } };
      form.unregister(path);
    }
    setRefusal(null); // a code works once
    const failure = await act();
    if (isRefusal(failure?.code)) setRefusal(failure.code);
    return failure;
  };
  const asked = shownRefusal ?? (isExpected ? "enrolment-code-needed" : null);
  const field = asked && (
    <TextField
      label={t(codeFields[asked].label)}
      hint={t(codeFields[asked].hint)}
      autoComplete="one-time-code"
      registration={form.register(path)}
      error={form.getFieldState(path, form.formState).error}
    />
  );
  const words = { "factor-needed": t("needed"), "enrolment-code-needed": t("enrolmentCodeNeeded") };
  return { guard, field, words };
}
