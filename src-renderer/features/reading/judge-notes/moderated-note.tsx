import { Button, makeStyles } from "@fluentui/react-components";
import { useState, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import {
  approveJudgeNote,
  listModeratedNotes,
  rejectJudgeNote,
  takeJudgeNoteDown,
  type ModeratedNote,
  type NoteQueue,
  reasonFormSchema,
} from "#shared/api/judge-notes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { Heading } from "#renderer/components/heading.tsx";
import { TextLink, useButtonLook } from "#renderer/components/links.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import type { ApiFailure } from "#renderer/api-client/api-failure.ts";
import { FormFailure } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { useEmptyAtLogout } from "#renderer/session/draft.ts";
import { entryPath } from "../kinds.ts";
import { NoteText } from "./note-text.tsx";

const emptyReason = { reason: "" };

type ReasonFormProps = {
  action: "reject" | "takeDown";
  onSubmit: (reason: string) => Promise<ApiFailure | null>;
  onClose: () => void;
};

/** Asks an admin why a note is rejected or taken down. */
function ReasonForm({ action, onSubmit, onClose }: ReasonFormProps) {
  const { t } = useTranslation(["review", "common"]);
  const form = useForm({ resolver: zodResolver(reasonFormSchema), defaultValues: emptyReason });
  const { reset, setFocus } = form;
  useEffect(() => setFocus("reason"), [setFocus]);
  useEmptyAtLogout(reset, emptyReason);
  const { errors } = form.formState;
  const { busy, submit } = useSubmit(form, ({ reason }) => onSubmit(reason));
  return (
    <Form label={t(`notes.submit.${action}`)} onSubmit={submit}>
      <FormFailure error={errors.root} />
      <TextAreaField
        label={t("notes.reason")}
        hint={t("notes.reasonHint")}
        rows={3}
        registration={form.register("reason")}
        error={errors.reason}
      />
      <FormActions>
        <SubmitButton busy={busy} look="secondary">
          {t(`notes.submit.${action}`)}
        </SubmitButton>
        <Button size="large" onClick={onClose}>
          {t("common:cancel")}
        </Button>
      </FormActions>
    </Form>
  );
}

/** What an admin does with a note. */
export type Decision = "approve" | "reject" | "takeDown";

const useStyles = makeStyles({
  note: {
    display: "grid",
    gap: "12px",
    padding: "20px 24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "> p": { margin: 0 },
    [media.phone]: { padding: "16px" },
  },
  by: { fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground2 },
  visible: {
    display: "grid",
    gap: "8px",
    paddingLeft: "16px",
    borderLeft: `3px solid ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForeground2,
    "> p": { margin: 0, fontSize: "15px" },
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

/** Whether the note was changed or withdrawn meanwhile, which the note says itself. */
const isOutdated = ({ code }: { code?: string }) => code === "conflict" || code === "not-found";

type ModeratedNoteProps = {
  note: ModeratedNote;
  queue: NoteQueue;
  onDecided: (what: Decision) => Promise<void>;
};

/** Sends decisions; a note that changed meanwhile is loaded again. */
function useDecisions({ note, onDecided }: ModeratedNoteProps) {
  const { id, writtenAt, shown } = note;
  const [hasChanged, setChanged] = useState(false);
  const send = (what: Decision, reason: string) => {
    const input = { params: { id }, silent: isOutdated };
    if (what === "approve") return call(approveJudgeNote, { ...input, body: { writtenAt } });
    if (what === "reject") return call(rejectJudgeNote, { ...input, body: { writtenAt, reason } });
    const approvedAt = shown?.approvedAt ?? writtenAt;
    return call(takeJudgeNoteDown, { ...input, body: { approvedAt, reason } });
  };
  const decide = async (what: Decision, reason = "") => {
    setChanged(false);
    const { error } = await send(what, reason);
    if (!error) {
      await onDecided(what);
      return null;
    }
    if (!isOutdated(error)) return error;
    setChanged(true);
    await refresh(listModeratedNotes);
    return null;
  };
  return { hasChanged, decide };
}

function NoteHead({ note, queue }: Pick<ModeratedNoteProps, "note" | "queue">) {
  const styles = useStyles();
  const { t } = useTranslation("review");
  const { dateTime } = useFormats();
  const { author, title, slug, writtenAt, shown } = note;
  const time = dateTime(queue === "shown" ? (shown?.approvedAt ?? writtenAt) : writtenAt);
  return (
    <>
      <Heading level={3} size="label">
        {title === null ? (
          t("notes.unpublished", { slug })
        ) : (
          <TextLink to={entryPath(note)}>{title}</TextLink>
        )}
      </Heading>
      <p className={styles.by}>{t("notes.by", { author, time })}</p>
    </>
  );
}

/** A note to decide on, or one that readers see, which can be taken down. */
export function ModeratedNoteItem(props: ModeratedNoteProps) {
  const { note, queue } = props;
  const styles = useStyles();
  const { t } = useTranslation("review");
  const look = useButtonLook("secondary");
  const { hasChanged, decide } = useDecisions(props);
  const approval = useMutation(() => decide("approve"));
  const [isReasoning, setReasoning] = useState(false);
  const { author, shown } = note;
  const refusal = queue === "waiting" ? "reject" : "takeDown";
  const text = queue === "shown" && shown ? shown : note;
  return (
    <article
      aria-label={t("notes.by", { author, time: note.title ?? note.slug })}
      className={styles.note}
    >
      <NoteHead note={note} queue={queue} />
      <NoteText text={text.text} language={text.language} />
      {queue === "waiting" && shown && (
        <div className={styles.visible}>
          <p>{t("notes.visible")}</p>
          <NoteText text={shown.text} language={shown.language} />
        </div>
      )}
      {hasChanged && <Notice intent="warning">{t("notes.changed")}</Notice>}
      {approval.failure && <Notice intent="error">{t("notes.failed")}</Notice>}
      {isReasoning ? (
        <ReasonForm
          action={refusal}
          onSubmit={(reason) => decide(refusal, reason)}
          onClose={() => setReasoning(false)}
        />
      ) : (
        <div className={styles.actions}>
          {queue === "waiting" && (
            <Button
              {...look}
              aria-label={t("notes.approveOf", { author })}
              disabledFocusable={approval.busy}
              onClick={() => void approval.run()}
            >
              {t("notes.approve")}
            </Button>
          )}
          <Button
            className={styles.button}
            aria-label={t(`notes.${refusal}Of`, { author })}
            onClick={() => setReasoning(true)}
          >
            {t(`notes.${refusal}`)}
          </Button>
        </div>
      )}
    </article>
  );
}
