import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  changeAnnouncement,
  getAnnouncementTexts,
  listAnnouncements,
  writeAnnouncementSchema,
  type AnnouncementTexts,
} from "#shared/api/announcements.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { AnnouncementFields } from "./announcement-fields.tsx";

const useStyles = makeStyles({
  form: { width: "100%", maxWidth: "712px", paddingTop: "24px" },
});

type EditAnnouncementProps = {
  id: string;
  /** The texts as they are published. */
  texts: AnnouncementTexts;
  onSaved: () => void;
  onClose: () => void;
};

/** The form that changes an announcement. After another admin's change it shows that first; then it replaces it. */
export function EditAnnouncement({ id, texts, onSaved, onClose }: EditAnnouncementProps) {
  const styles = useStyles();
  const { t } = useTranslation(["announcements", "common"]);
  const [theirs, setTheirs] = useState<AnnouncementTexts | null>(null);
  const [again, setAgain] = useState(false);
  const { revision, ...values } = texts;
  const form = useForm({ resolver: zodResolver(writeAnnouncementSchema), defaultValues: values });
  const { errors, isDirty } = form.formState;
  const { busy, submit } = useSubmit(form, async (changed) => {
    if (!isDirty && !again) {
      onClose(); // readers would be told of a change that is none
      return null;
    }
    const seen = theirs?.revision ?? revision;
    const body = { ...changed, again, revision: seen };
    const { error } = await call(changeAnnouncement, { params: { id }, body });
    if (error?.code === "conflict") {
      const { data } = await call(getAnnouncementTexts, { params: { id } });
      if (data) setTheirs(data);
    }
    if (error) return error;
    onSaved();
    await refresh(listAnnouncements);
    return null;
  });
  const words = { conflict: t("edit.conflict"), "not-found": t("edit.gone") };
  return (
    <div className={styles.form}>
      <Form label={t("edit.of", { title: values.titleEn })} onSubmit={submit}>
        <AnnouncementFields form={{ register: form.register, errors }} published={theirs} />
        <Checkbox
          label={t("edit.again")}
          checked={again}
          onChange={({ target }) => setAgain(target.checked)}
        />
        <FormFailure error={errors.root} words={words} />
        <FormActions>
          <SubmitButton busy={busy}>{t("edit.submit")}</SubmitButton>
          <Button size="large" onClick={onClose}>
            {t("common:cancel")}
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}
