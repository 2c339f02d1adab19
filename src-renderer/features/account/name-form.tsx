import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { changeProfile, profileSchema } from "#shared/api/account.ts";
import type { User } from "#shared/api/user.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { setUser } from "#renderer/session/session-store.ts";

/** Changes the name. */
export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation(["account", "common"]);
  const form = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { name: user.name ?? "" },
  });
  const [saved, setSaved] = useState(false);
  const { errors, isDirty } = form.formState;
  const { busy, submit } = useSubmit(form, async ({ name }) => {
    const { data, error } = await call(changeProfile, { body: { name } });
    if (error) return error;
    setUser(data);
    form.reset({ name: data.name ?? name });
    setSaved(true);
    return null;
  });
  return (
    <Form label={t("name.title")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextField
        label={t("name.label")}
        autoComplete="name"
        registration={form.register("name")}
        error={errors.name}
      />
      <FormActions>
        <SubmitButton busy={busy} look="primary">
          {t("common:save")}
        </SubmitButton>
      </FormActions>
      <FormSuccess>{saved && !isDirty && t("common:saved")}</FormSuccess>
    </Form>
  );
}
