import type { BaseSyntheticEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useMutation } from "../use-mutation.ts";
import { showFailure, type Failure } from "./server-errors.ts";

/**
 * Returns the submit handler of a react-hook-form and whether it is running. `action` gets the valid
 * values and resolves to the failure to show (at its fields, else through `FormFailure`), or to null.
 */
export function useSubmit<Values extends FieldValues, Context, Sent extends FieldValues>(
  form: UseFormReturn<Values, Context, Sent>,
  action: (values: Sent) => Promise<Failure | null>,
) {
  const { busy, run } = useMutation(async (event?: BaseSyntheticEvent) => {
    let failure: Failure | null = null;
    await form.handleSubmit(async (values) => {
      failure = await action(values);
      if (failure) showFailure(form, failure);
    })(event);
    return failure;
  });
  return { busy, submit: run };
}
