import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import {
  getAnnouncementTexts,
  type Announcement,
  type AnnouncementTexts,
  listAnnouncements,
  withdrawAnnouncement,
  changeAnnouncement,
} from "#shared/api/announcements.ts";
import { fieldIn } from "#shared/api/fields.ts";
import { call } from "#renderer/api-client/client.ts";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { Checkbox } from "#renderer/components/form/checkbox.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { lazyChunk } from "#renderer/components/load-chunk.ts";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";
import type { AdminDone } from "./write-announcement.tsx";
import { AnnouncementFields, announcementForm } from "./announcement-fields.tsx";

const useEditAnnouncementStyles = makeStyles({
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
function EditAnnouncement({ id, texts, onSaved, onClose }: EditAnnouncementProps) {
  const styles = useEditAnnouncementStyles();
  const { t } = useTranslation(["announcements", "common"]);
  const [theirs, setTheirs] = useState<AnnouncementTexts | null>(null);
  const [again, setAgain] = useState(false);
  const { revision, ...values } = texts;
  const form = useForm({ resolver: zodResolver(announcementForm), defaultValues: values });
  const { errors, isDirty } = form.formState;
  const { busy, submit } = useSubmit(form, async (changed) => {
    if (!isDirty && !again) {
      onClose(); // readers would be notified without a change
      return null;
    }
    const seen = theirs?.revision ?? revision;
    const body = { ...changed, again, revision: seen };
    const { error } = await call(changeAnnouncement, { params: { id }, body, silent: true });
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
      <Form
        label={t("edit.of", { title: values[fieldIn("title", firstLanguage())] })}
        onSubmit={submit}
      >
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

type WithdrawButtonProps = { announcement: Announcement; onWithdrawn: () => void };

/** Removes an announcement after asking, for admins. */
function WithdrawButton({ announcement, onWithdrawn }: WithdrawButtonProps) {
  const { t } = useTranslation("announcements");
  const [open, setOpen] = useState(false);
  const { id, title } = announcement;
  const withdrawal = useMutation(async () => {
    const { error } = await call(withdrawAnnouncement, { params: { id } });
    // "not-found": it was withdrawn in another window already.
    if (error && error.code !== "not-found") return error;
    setOpen(false);
    onWithdrawn();
    await refresh(listAnnouncements);
    return null;
  });
  return (
    <>
      <DangerButton aria-label={t("withdraw.of", { title })} onClick={() => setOpen(true)}>
        {t("withdraw.open")}
      </DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("withdraw.question")}
        action={t("withdraw.submit")}
        busy={withdrawal.busy}
        onConfirm={() => void withdrawal.run()}
        onClose={() => {
          setOpen(false);
          withdrawal.reset();
        }}
      >
        <p>{t("withdraw.text", { title })}</p>
        {withdrawal.failure && <Notice intent="error">{t("withdraw.failed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}

/** With the texts and dialogs of admins, which no reader of this page needs. */
const MailingPart = lazyChunk(async () => ({
  default: (await import("#renderer/features/mailings/mailing-part.tsx")).MailingPart,
}));

const useStyles = makeStyles({
  buttons: { display: "flex", flexWrap: "wrap", gap: "12px" },
  mailing: { width: "100%", maxWidth: "520px", paddingTop: "24px" },
});

type AnnouncementToolsProps = {
  announcement: Announcement;
  onDone: (what: AdminDone["what"]) => void;
};

/** What admins can do with a published announcement: change it, mail it to readers, withdraw it. */
export function AnnouncementTools({ announcement, onDone }: AnnouncementToolsProps) {
  const styles = useStyles();
  const { t } = useTranslation("announcements");
  const [texts, setTexts] = useState<AnnouncementTexts | null>(null);
  const [isMailing, setMailing] = useState(false);
  const { id, title, publishedAt } = announcement;
  const opening = useMutation(async () => {
    const { data, error } = await call(getAnnouncementTexts, { params: { id } });
    if (data) setTexts(data);
    return error;
  });
  const close = () => setTexts(null);
  return (
    <>
      <div className={styles.buttons}>
        <Button
          aria-label={t("edit.of", { title })}
          aria-expanded={texts !== null}
          disabledFocusable={opening.busy}
          onClick={() => (texts ? close() : void opening.run())}
        >
          {t("edit.open")}
        </Button>
        <Button
          aria-label={t("mail.of", { title })}
          aria-expanded={isMailing}
          onClick={() => setMailing(!isMailing)}
        >
          {t("mail.open")}
        </Button>
        <WithdrawButton announcement={announcement} onWithdrawn={() => onDone("withdrawn")} />
      </div>
      {opening.failure && <Notice intent="error">{t("edit.failed")}</Notice>}
      {isMailing && (
        <div className={styles.mailing}>
          <MailingPart
            subject={{ kind: "announcements", slug: id }}
            publishedAt={publishedAt}
            isPublished
          />
        </div>
      )}
      {texts && (
        <EditAnnouncement
          id={id}
          texts={texts}
          onSaved={() => {
            close();
            onDone("changed");
          }}
          onClose={close}
        />
      )}
    </>
  );
}
