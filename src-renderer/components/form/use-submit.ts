import type { BaseSyntheticEvent } from "react";
import {
  get,
  type FieldValues,
  type Path,
  type UseFormGetValues,
  type UseFormReturn,
  type UseFormSetError,
} from "react-hook-form";
import { readFields } from "#renderer/platform/typed-fields.ts";
import { useMutation } from "../use-mutation.ts";

type Form<Values extends FieldValues> = {
  getValues: UseFormGetValues<Values>;
  setError: UseFormSetError<Values>;
};

/** The parts of an `ApiFailure` that forms use. */
export type Failure = {
  kind: string;
  code?: string;
  retryAfter?: number;
  fields?: Record<string, string>;
};

/** Shows the server's messages at their fields and focuses the first. Returns whether there was any. */
function showFieldErrors<Values extends FieldValues>(
  form: Form<Values>,
  fields: Record<string, string> | undefined,
): boolean {
  const values = form.getValues();
  const known = Object.entries(fields ?? {}).filter(
    // The place of a field in a list or group, such as `social.0.url`, counts, too.
    ([name]) => name in values || get(values, name) !== undefined,
  );
  known.forEach(
    ([name, message], i) =>
      form.setError(name as Path<Values>, { message }, { shouldFocus: i === 0 }), // a place in the values
  );
  return known.length > 0;
}

/** Returns a failure as `FormFailure` expects it: its code or kind, and the seconds to wait. */
export const rootError = ({ kind, code, retryAfter }: Failure) => ({
  type: code ?? kind,
  ...(retryAfter !== undefined && { message: String(retryAfter) }),
});

/** Shows a failure at its fields, else as the form's `root` error. The next submit clears it. */
export function showFailure<Values extends FieldValues>(
  form: Form<Values>,
  failure: Failure,
): void {
  if (showFieldErrors(form, failure.fields)) return;
  form.setError("root", rootError(failure));
}

/** Returns the submit handler and whether it is running. `action` resolves to the failure to show, or to null. */
export function useSubmit<Values extends FieldValues, Context, Sent extends FieldValues>(
  form: UseFormReturn<Values, Context, Sent>,
  action: (values: Sent) => Promise<Failure | null>,
) {
  const { busy, run } = useMutation(async (event?: BaseSyntheticEvent) => {
    let failure: Failure | null = null;
    const saved = readFields(event?.target instanceof HTMLFormElement ? event.target : null);
    await form.handleSubmit(async (values) => {
      try {
        failure = await action(values);
        if (!failure) saved();
      } catch (error) {
        form.setError("root", { type: "unexpected" });
        throw error;
      }
      if (failure) showFailure(form, failure);
    })(event);
    return failure;
  });
  return { busy, submit: run };
}
