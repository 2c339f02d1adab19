import { useEffect } from "react";

/** Of a form: `useForm().clearErrors`. */
type ClearErrors = (name: "root") => void;

/**
 * Removes what a form says of its last try when a flag turns it on or off: a refusal because it was
 * disabled is no longer true, or is told by the page itself.
 */
export function useForgetRefusal(disabled: boolean, clearErrors: ClearErrors): void {
  useEffect(() => clearErrors("root"), [disabled, clearErrors]);
}
