import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { getCatalogue } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import { currentPasswordField, message, samePasswords } from "#shared/api/fields.ts";
import { register, registerSchema, type SignUp } from "#shared/api/sign-in.ts";
import { call } from "#renderer/api-client/client.ts";
import { useApiQuery } from "#renderer/api-client/query.ts";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { currentLanguage } from "#renderer/i18n/i18n.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { nobody, registerDraft } from "../drafts.ts";
import { useForgetRefusal } from "../feature-gate.tsx";

const fields = registerSchema.shape;

/** The rules of the form: those of the request, the repeated password and the accepted terms. */
const registerFormSchema = z
  .object({
    name: fields.name,
    email: fields.email,
    password: fields.password,
    repeat: currentPasswordField,
    accepted: z.boolean().check(z.refine((accepted) => accepted, message.terms)),
    wantsNews: z.boolean(),
  })
  .check(samePasswords("password"));

const unfilled = { password: "", repeat: "", accepted: false, wantsNews: false };
const empty = { ...nobody, ...unfilled };

/**
 * Returns the form of the registration, its submit, and the catalogue, which names the version of the
 * terms. `onBegun` is called with the sign-up that waits for its code. `termsShown` counts how often
 * the terms had to be accepted, since they may change meanwhile. `clear` empties the form.
 */
export function useRegister(period: Period | null, onBegun: (signUp: SignUp) => void) {
  const catalogue = useApiQuery(getCatalogue, {});
  const [termsShown, setTermsShown] = useState(1);
  const form = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues: { ...registerDraft.read(), ...unfilled },
  });
  const { getValues, clearErrors, reset } = form;
  useEffect(() => () => registerDraft.keep(getValues()), [getValues]);
  useEmptyAtLogout(reset, empty);
  useForgetRefusal(
    useFlags((flags) => flags.registrationDisabled),
    clearErrors,
  );

  const { busy, submit } = useSubmit(form, async ({ name, email, password, repeat, wantsNews }) => {
    const termsVersion = (catalogue.data ?? (await catalogue.refetch()).data)?.termsVersion;
    if (termsVersion === undefined) return { kind: "terms-unknown" };
    const person = { name, email, password, repeat, wantsNews };
    const body = { ...person, termsVersion, language: currentLanguage(), plan: period };
    const { data, error } = await call(register, { body });
    if (data) onBegun(data);
    else if (error.code === "terms-outdated") {
      form.setValue("accepted", false);
      form.setError("accepted", { message: message.terms });
      setTermsShown((times) => times + 1);
      void catalogue.refetch();
    }
    return error;
  });
  const clear = () => reset(empty);
  return { form, busy, submit, catalogue, termsShown, clear };
}

export type Registration = ReturnType<typeof useRegister>;
