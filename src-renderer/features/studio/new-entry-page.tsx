import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLanguageWords } from "#renderer/i18n/formats.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";
import { useNavigate, useParams } from "react-router-dom";
import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod/mini";
import { requiredText } from "#shared/api/fields.ts";
import { createDraft, listStudio } from "#shared/api/studio.ts";
import { contentKinds } from "#shared/content-kinds.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { ButtonLink } from "#renderer/components/links.tsx";
import { Page } from "#renderer/components/page.tsx";
import { useOwnNames } from "#renderer/i18n/page-titles.ts";

const newEntrySchema = z.object({ title: requiredText(70) });

/** /studio/new/{kind}: asks for a title, creates a draft with it and opens the draft. */
export default function NewEntryPage() {
  const { t } = useTranslation(["studio", "common"]);
  const words = useLanguageWords()(firstLanguage());
  const { kind: named } = useParams();
  // the route only matches known kinds
  const kind = contentKinds.find((known) => known === named) ?? "articles";
  const own = useOwnNames()(kind);
  const heading = own ? t("new.named", { kind: own }) : t(`new.${kind}`);
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(newEntrySchema), defaultValues: { title: "" } });
  const { busy, submit } = useSubmit(form, async ({ title }) => {
    const { data, error } = await call(createDraft, { body: { kind, title } });
    if (error) return error;
    void refresh(listStudio);
    await navigate(routePath("studioEntry", data), { replace: true });
    return null;
  });
  return (
    <Page title={heading} lead={t("new.lead")} width="form">
      <Form label={heading} onSubmit={submit}>
        <TextField
          label={t("new.title")}
          hint={t("new.hint", words)}
          autoComplete="off"
          registration={form.register("title")}
          error={form.formState.errors.title}
        />
        <FormFailure error={form.formState.errors.root} />
        <FormActions>
          <SubmitButton busy={busy}>{t("new.submit")}</SubmitButton>
          <ButtonLink to={routePath("studio")}>{t("common:cancel")}</ButtonLink>
        </FormActions>
      </Form>
    </Page>
  );
}
