import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { register } from "../../../src-shared/api/account.ts";
import { getCatalogue } from "../../../src-shared/api/billing.ts";
import { message } from "../../../src-shared/api/fields.ts";
import { call } from "../../api-client/client.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { showFailure } from "../../components/form/server-errors.ts";
import { useFlags } from "../../flags/flag-store.ts";
import { currentLanguage } from "../../i18n/i18n.ts";
import { nextStep } from "../../session/next-step.ts";
import { signIn } from "../../session/session-store.ts";
import { nobody, registerDraft } from "./register-draft.ts";
import { registerFormSchema } from "./register-schema.ts";
import { useForgetRefusal } from "./use-forget-refusal.ts";

/**
 * The registration under way: its form, its submit, and the catalogue that tells which terms are
 * accepted. `next` is where success leads; a place remembered before stays remembered. `termsShown`
 * counts how often they had to be accepted, since they may change meanwhile.
 */
export function useRegister(next: string) {
  const catalogue = useApiQuery(getCatalogue, {});
  const [termsShown, setTermsShown] = useState(1);
  const form = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues: { ...registerDraft.read(), password: "", repeat: "", accepted: false },
  });
  const { getValues, clearErrors } = form;
  useEffect(() => () => registerDraft.keep(getValues()), [getValues]);
  useForgetRefusal(
    useFlags((flags) => flags.registrationDisabled),
    clearErrors,
  );

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    const termsVersion = (catalogue.data ?? (await catalogue.refetch()).data)?.termsVersion;
    if (termsVersion === undefined) return form.setError("root", { type: "terms-unknown" });
    const body = { name, email, password, termsVersion, language: currentLanguage() };
    const { data, error } = await call(register, { body });
    if (data) {
      form.reset({ ...nobody, password: "", repeat: "", accepted: false });
      nextStep.set(next);
      return signIn(data);
    }
    if (error.code !== "terms-outdated") return showFailure(form, error);
    form.setValue("accepted", false);
    form.setError("accepted", { message: message.terms });
    form.setError("root", { type: error.code });
    setTermsShown((times) => times + 1);
    void catalogue.refetch();
  });
  return { form, submit, catalogue, termsShown };
}
