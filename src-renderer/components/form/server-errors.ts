import type { FieldValues, Path, UseFormGetValues, UseFormSetError } from "react-hook-form";

type Form<Values extends FieldValues> = {
  getValues: UseFormGetValues<Values>;
  setError: UseFormSetError<Values>;
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
  known.forEach(([name, message], i) =>
    form.setError(name as Path<Values>, { message }, { shouldFocus: i === 0 }), // a key of the values
  );
  return known.length > 0;
}
