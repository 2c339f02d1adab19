import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { register, type SignUp } from "../../../../src-shared/api/sign-in.ts";
import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { message } from "../../../../src-shared/api/fields.ts";
import { call } from "../../../api-client/client.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { showFailure } from "../../../components/form/server-errors.ts";
import { useFlags } from "../../../flags/flag-store.ts";
import { currentLanguage } from "../../../i18n/i18n.ts";
import { nobody, registerDraft } from "./register-draft.ts";
import { registerFormSchema } from "./register-schema.ts";
import { useForgetRefusal } from "../use-forget-refusal.ts";

const unfilled = { password: "", repeat: "", accepted: false };

/**
 * The form of the registration: its submit, and the catalogue that tells which terms are accepted.
 * `onBegun` gets the sign-up that waits for its code then. `termsShown` counts how often the terms had
 * to be accepted, since they may change meanwhile. `clear` forgets all that was typed.
 */
export function useRegister(period: Period | null, onBegun: (signUp: SignUp) => void) {
  const catalogue = useApiQuery(getCatalogue, {});
  const [termsShown, setTermsShown] = useState(1);
  const form = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues: { ...registerDraft.read(), ...unfilled },
  });
  const { getValues, clearErrors } = form;
  useEffect(() => () => registerDraft.keep(getValues()), [getValues]);
  useForgetRefusal(
    useFlags((flags) => flags.registrationDisabled),
    clearErrors,
  );

  const submit = form.handleSubmit(async ({ name, email, password, repeat }) => {
    const termsVersion = (catalogue.data ?? (await catalogue.refetch()).data)?.termsVersion;
    if (termsVersion === undefined) return form.setError("root", { type: "terms-unknown" });
    const person = { name, email, password, repeat };
    const body = { ...person, termsVersion, language: currentLanguage(), plan: period };
    const { data, error } = await call(register, { body });
    if (data) return onBegun(data);
    if (error.code !== "terms-outdated") return showFailure(form, error);
    form.setValue("accepted", false);
    form.setError("accepted", { message: message.terms });
    form.setError("root", { type: error.code });
    setTermsShown((times) => times + 1);
    void catalogue.refetch();
  });
  const clear = () => form.reset({ ...nobody, ...unfilled });
  return { form, submit, catalogue, termsShown, clear };
}

export type Registration = ReturnType<typeof useRegister>;
