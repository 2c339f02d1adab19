import { makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import {
  announcementFields,
  listAnnouncements,
  writeAnnouncement,
  writeAnnouncementSchema,
} from "../../../src-shared/api/announcements.ts";
import { languages } from "../../../src-shared/languages.ts";
import { call } from "../../api-client/client.ts";
import { refresh } from "../../api-client/query.ts";
import { FormFailure } from "../../components/form/form-failure.tsx";
import { Form, FormActions } from "../../components/form/form.tsx";
import { showFailure } from "../../components/form/server-errors.ts";
import { SubmitButton } from "../../components/form/submit-button.tsx";
import { TextField } from "../../components/form/text-field.tsx";

const useStyles = makeStyles({
  language: { display: "grid", gap: "16px", border: "none", margin: 0, padding: 0, minWidth: 0 },
  legend: { fontWeight: 600, fontSize: "18px", padding: 0, marginBottom: "12px" },
});

const emptyAnnouncement: z.infer<typeof writeAnnouncementSchema> = {
  titleEn: "",
  bodyEn: "",
  titlePl: "",
  bodyPl: "",
};
const fields = languages.map((language) => ({ language, ...announcementFields[language] }));

/** Form in which admins write an announcement in every language; only English is required. */
export function WriteForm({ onPublished }: { onPublished: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const form = useForm({
    resolver: zodResolver(writeAnnouncementSchema),
    defaultValues: emptyAnnouncement,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    const { error } = await call(writeAnnouncement, { body });
    if (error) return showFailure(form, error);
    await refresh(listAnnouncements);
    onPublished();
  });
  return (
    <Form label={t("write.open")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      {fields.map(({ language, title, body }) => (
        <fieldset key={language} className={styles.language}>
          <legend className={styles.legend}>{t(`write.language.${language}`)}</legend>
          <TextField
            label={t("write.title")}
            registration={form.register(title)}
            error={errors[title]}
          />
          <TextField
            label={t("write.body")}
            hint={t(`write.hint.${language}`)}
            rows={6}
            registration={form.register(body)}
            error={errors[body]}
          />
        </fieldset>
      ))}
      <FormActions>
        <SubmitButton busy={isSubmitting}>{t("write.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
