import { Button, makeStyles } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { listAnnouncements, writeAnnouncement } from "#shared/api/announcements.ts";
import { fieldsOf } from "#shared/api/fields.ts";
import { getStudioEntry, type StudioEntry } from "#shared/api/studio.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { LoadingLines } from "#renderer/components/states.tsx";
import { announcementOf, useAnnouncedEntry } from "./announced-entry.ts";
import {
  AnnouncementFields,
  announcementForm,
  type AnnouncementValues,
} from "./announcement-fields.tsx";

/** What an admin did last on the page. `count` distinguishes two identical acts. */
export type AdminDone = { what: "published" | "changed" | "withdrawn"; count: number };

const emptyAnnouncement: AnnouncementValues = {
  ...fieldsOf("title", () => ""),
  ...fieldsOf("body", () => ""),
};

type WriteFormProps = { values?: AnnouncementValues; onPublished: () => void };

function WriteForm({ values = emptyAnnouncement, onPublished }: WriteFormProps) {
  const { t } = useTranslation("announcements");
  const form = useForm({
    resolver: zodResolver(announcementForm),
    defaultValues: values,
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
      <AnnouncementFields form={{ register: form.register, errors }} />
      <FormActions>
        <SubmitButton busy={busy}>{t("write.submit")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type WriteAboutProps = Pick<StudioEntry, "kind" | "slug"> & { onPublished: () => void };

/** The form for the announcement of an entry, with its titles and links to it. */
function WriteAbout({ kind, slug, onPublished }: WriteAboutProps) {
  const query = useApiQuery(getStudioEntry, { params: { kind, slug }, silent: true });
  return (
    <QueryView
      query={query}
      loading={<LoadingLines lines={4} />}
      renderFailure={() => <WriteForm onPublished={onPublished} />}
    >
      {(entry) => <WriteForm values={announcementOf(entry)} onPublished={onPublished} />}
    </QueryView>
  );
}

const doneTexts = {
  published: "write.done",
  changed: "edit.done",
  withdrawn: "withdraw.done",
} as const satisfies Record<AdminDone["what"], string>;

const useStyles = makeStyles({
  root: { display: "grid", gap: "24px", justifyItems: "start", paddingBottom: "40px" },
  form: { width: "100%", maxWidth: "712px" },
});

type WriteAnnouncementProps = {
  done: AdminDone | null;
  onOpen: () => void;
  onPublished: () => void;
};

/** A button that opens the form for a new announcement. Says what the admin did last. */
export function WriteAnnouncement({ done, onOpen, onPublished }: WriteAnnouncementProps) {
  const styles = useStyles();
  const { t } = useTranslation(["announcements", "common"]);
  const { entry, forget } = useAnnouncedEntry();
  const [open, setOpen] = useState(entry !== null);
  const toggle = () => {
    if (open) forget();
    else onOpen();
    setOpen(!open);
  };
  const finish = () => {
    setOpen(false);
    forget();
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
          {entry ? (
            <WriteAbout {...entry} onPublished={finish} />
          ) : (
            <WriteForm onPublished={finish} />
          )}
        </div>
      )}
      <FormSuccess>
        {done && (
          // The key has screen readers announce the same text again.
          <span key={done.count}>{t(doneTexts[done.what])}</span>
        )}
      </FormSuccess>
    </div>
  );
}
