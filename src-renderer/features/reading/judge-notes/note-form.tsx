import { Button } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  listJudgeNotes,
  noteFormSchema,
  noteLength,
  writeJudgeNote,
  type NotedKind,
} from "#shared/api/judge-notes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { createDraft, useEmptyAtLogout } from "#renderer/session/draft.ts";

/** Keeps a note that was begun and not sent when the page is left, of one entry at a time. */
const noteDraft = createDraft<{ entry: string; text: string } | null>(null, (written) =>
  written.text === "" ? null : written,
);

const empty = { text: "" };

type NoteFormProps = {
  kind: NotedKind;
  slug: string;
  /** What the note says now; empty if there is none. */
  text: string;
  /** Called with whether readers see the text already. */
  onSent: (isShown: boolean) => void;
  onClose: () => void;
};

export function NoteForm({ kind, slug, text, onSent, onClose }: NoteFormProps) {
  const { t } = useTranslation(["judge-notes", "common"]);
  const entry = `${kind}/${slug}`;
  const draft = noteDraft.read();
  const form = useForm({
    resolver: zodResolver(noteFormSchema),
    defaultValues: { text: draft?.entry === entry ? draft.text : text },
  });
  const { getValues, reset, setFocus } = form;
  useEffect(() => setFocus("text"), [setFocus]);
  useEffect(
    () => () => {
      const typed = getValues("text");
      const isOwn = noteDraft.read()?.entry === entry;
      if (typed !== text) noteDraft.keep({ entry, text: typed });
      else if (isOwn) noteDraft.keep({ entry, text: "" });
    },
    [getValues, entry, text],
  );
  useEmptyAtLogout(reset, empty);
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, async (body) => {
    const { data, error } = await call(writeJudgeNote, { params: { kind, slug }, body });
    if (error) return error;
    reset({ text });
    onSent(data.own.state === "approved");
    await refresh(listJudgeNotes);
    return null;
  });
  return (
    <Form label={t("form.label")} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextAreaField
        label={t("form.label")}
        hint={t("form.hint", { count: noteLength.text })}
        rows={6}
        registration={form.register("text")}
        error={errors.text}
      />
      <FormActions>
        <SubmitButton busy={busy}>{t("form.submit")}</SubmitButton>
        <Button
          size="large"
          onClick={() => {
            reset({ text });
            onClose();
          }}
        >
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}
