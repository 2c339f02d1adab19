import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type * as z from "zod/mini";
import {
  announcementFields,
  listAnnouncements,
  writeAnnouncement,
  writeAnnouncementSchema,
} from "#shared/api/announcements.ts";
import { languages } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-area-field.tsx";
import { TextField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";

/** What an admin did last on the page. `count` tells two of the same apart. */
export type AdminDone = { what: "published" | "withdrawn"; count: number };

const useWriteFormStyles = makeStyles({
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

/** The form for an announcement in every language; only English is required. */
function WriteForm({ onPublished }: { onPublished: () => void }) {
  const styles = useWriteFormStyles();
  const { t } = useTranslation("announcements");
  const form = useForm({
    resolver: zodResolver(writeAnnouncementSchema),
    defaultValues: emptyAnnouncement,
  });
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { error } = await call(writeAnnouncement, { body });
    if (error) return error;
    await refresh(listAnnouncements);
    onPublished();
    return null;
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
          <TextAreaField
            label={t("write.body")}
            hint={t(`write.hint.${language}`)}
            rows={6}
            registration={form.register(body)}
            error={errors[body]}
          />
        </fieldset>
      ))}
      <FormActions>
        <SubmitButton busy={busy}>{t("write.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px", justifyItems: "start", paddingBottom: "40px" },
  form: { width: "100%", maxWidth: "712px" },
});

type WriteAnnouncementProps = {
  done: AdminDone | null;
  onOpen: () => void;
  onPublished: () => void;
};

/**
 * A button for admins that opens the form for a new announcement. Says what the admin did last: published
 * or withdrew one.
 */
export default function WriteAnnouncement({ done, onOpen, onPublished }: WriteAnnouncementProps) {
  const styles = useStyles();
  const { t } = useTranslation(["announcements", "common"]);
  const [open, setOpen] = useState(false);
  const toggle = () => {
    if (!open) onOpen();
    setOpen(!open);
  };
  const finish = () => {
    setOpen(false);
    onPublished();
  };
  return (
    <div className={styles.root}>
      <Button
        size="large"
        appearance={open ? "secondary" : "primary"}
        aria-expanded={open}
        onClick={toggle}
      >
        {t(open ? "common:cancel" : "write.open")}
      </Button>
      {open && (
        <div className={styles.form}>
          <WriteForm onPublished={finish} />
        </div>
      )}
      <FormSuccess>
        {done && (
          // The key has screen readers announce the same text again.
          <span key={done.count}>
            {t(done.what === "published" ? "write.done" : "withdraw.done")}
          </span>
        )}
      </FormSuccess>
    </div>
  );
}
