import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { deleteEntry, listStudio, moveEntry } from "#shared/api/studio.ts";
import { routePath } from "#shared/routes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { rootError } from "#renderer/components/form/use-submit.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { entryPath } from "#renderer/features/reading/index.ts";
import type { DraftSaver } from "../saving/draft-saver.ts";
import { storedUpload } from "../video/video-uploads.ts";

const useStyles = makeStyles({
  root: { display: "grid", gap: "12px", justifyItems: "start" },
  field: { width: "100%" },
});

type ToolProps = { saver: DraftSaver; isReadOnly: boolean };

/** Changes the address of an entry, after its text was saved. */
export function EntryAddress({ saver, isReadOnly }: ToolProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const navigate = useNavigate();
  const { kind, slug } = saver.read().entry;
  const [wanted, setWanted] = useState(slug);
  const isValid = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted);
  const { busy, failure, run } = useMutation(async () => {
    // The upload belongs to the entry by its address.
    if (kind === "videos" && storedUpload(slug)) return { kind: "rejected", code: "uploading" };
    if (!(await saver.save())) return { kind: "rejected", code: "conflict" };
    const { data, error } = await call(moveEntry, {
      params: { kind, slug },
      body: { slug: wanted },
      silent: true,
    });
    if (error) return error;
    void refresh(listStudio);
    await navigate(routePath("studioEntry", data), { replace: true });
    return null;
  });
  const words = {
    "slug-taken": t("address.taken"),
    conflict: t("address.unsaved"),
    uploading: t("address.uploading"),
  };
  return (
    <div className={styles.root}>
      <Field
        label={t("address.label")}
        hint={entryPath({ kind, slug: wanted })}
        className={styles.field}
        {...(!isValid && { validationMessage: t("address.invalid") })}
      >
        <Input
          readOnly={isReadOnly}
          maxLength={120}
          value={wanted}
          onChange={(_, { value }) => setWanted(value.toLowerCase())}
        />
      </Field>
      {!isReadOnly && wanted !== slug && (
        <Button disabledFocusable={busy || !isValid} onClick={() => void (isValid && run())}>
          {t("address.move")}
        </Button>
      )}
      {failure && <FormFailure error={rootError(failure)} words={words} />}
    </div>
  );
}

/** Moves an entry to the bin, after asking. */
export function DeleteEntry({ saver, onDeleted }: { saver: DraftSaver; onDeleted: () => void }) {
  const { t } = useTranslation("studio");
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run, reset } = useMutation(async () => {
    const { kind, slug } = saver.read().entry;
    const error = await saver.act(() =>
      call(deleteEntry, { params: { kind, slug }, silent: true }),
    );
    if (error) return error;
    setAsking(false);
    onDeleted();
    return null;
  });
  return (
    <>
      <DangerButton onClick={() => setAsking(true)}>{t("bin.delete")}</DangerButton>
      <ConfirmDialog
        open={isAsking}
        isDanger
        title={t("bin.ask")}
        action={t("bin.delete")}
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => {
          setAsking(false);
          reset();
        }}
      >
        <p>{t("bin.text")}</p>
        {failure && <FormFailure error={rootError(failure)} />}
      </ConfirmDialog>
    </>
  );
}
