import type { FieldValues, Path, UseFormGetValues, UseFormSetError } from "react-hook-form";

type Form<Values extends FieldValues> = {
  getValues: UseFormGetValues<Values>;
  setError: UseFormSetError<Values>;
};

/** What a form has to know of a failed call. */
export type Failure = {
  kind: string;
  code?: string;
  retryAfter?: number;
  fields?: Record<string, string>;
};

/**
 * Shows the server's messages at the fields they belong to and moves the focus to the first. True
 * when there was at least one; else the form has to say what went wrong.
 */
export function showServerErrors<Values extends FieldValues>(
  form: Form<Values>,
  fields: Record<string, string> | undefined,
): boolean {
  const known = Object.entries(fields ?? {}).filter(([name]) => name in form.getValues());
  known.forEach(
    ([name, message], i) =>
      form.setError(name as Path<Values>, { message }, { shouldFocus: i === 0 }), // a key of the values
  );
  return known.length > 0;
}

/**
 * The error that `FormFailure` has the words for: its type is the failure's code or kind, its message
 * the seconds to wait, if the server named some.
 */
export const rootError = ({ kind, code, retryAfter }: Failure) => ({
  type: code ?? kind,
  ...(retryAfter !== undefined && { message: String(retryAfter) }),
});

/** Shows a failed call: at its fields, else as the form's `root` error. The next submit clears it. */
export function showFailure<Values extends FieldValues>(
  form: Form<Values>,
  failure: Failure,
): void {
  if (showServerErrors(form, failure.fields)) return;
  form.setError("root", rootError(failure));
}
