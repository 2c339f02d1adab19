import { Button, makeStyles, mergeClasses } from "@fluentui/react-components";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isJudge } from "#shared/active-member.ts";
import {
  listJudgeNotes,
  notedKinds,
  type NotedKind,
  type ShownNote,
  noteFormSchema,
  noteLength,
  writeJudgeNote,
  withdrawJudgeNote,
  type OwnNote,
} from "#shared/api/judge-notes.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh, useApiQuery } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { FormFailure, FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Form, FormActions, SubmitButton } from "#renderer/components/form/form.tsx";
import { TextAreaField } from "#renderer/components/form/text-field.tsx";
import { useSubmit } from "#renderer/components/form/use-submit.ts";
import { Notice, useNoticeLook } from "#renderer/components/notice.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { focusReplacement } from "#renderer/components/keep-focus.ts";
import { QueryView } from "#renderer/components/query-view.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { createDraft, useEmptyAtLogout } from "#renderer/session/draft.ts";
import { useUser } from "#renderer/session/session-store.ts";
import { measure, media, tokens } from "#renderer/theme/tokens.ts";
import { NoteText } from "./note-text.tsx";

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

function NoteForm({ kind, slug, text, onSent, onClose }: NoteFormProps) {
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

const useOwnNoteStyles = makeStyles({
  own: {
    display: "grid",
    gap: "16px",
    justifyItems: "start",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    "> p": { margin: 0 },
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { display: "none" },
  },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
  form: { width: "100%" },
});

/** Returns the state of a note. */
function useStateOf({ state, reason, isShown }: OwnNote): string {
  const { t } = useTranslation("judge-notes");
  if (state === "approved") return t("own.approved");
  if (state === "waiting") return t(isShown ? "own.waitingShown" : "own.waiting");
  return t(isShown ? "own.rejectedShown" : "own.rejected", { reason });
}

function Written({ own }: { own: OwnNote }) {
  const state = useStateOf(own);
  return (
    <>
      <p>{state}</p>
      {own.state !== "approved" && <NoteText text={own.text} language={own.language} />}
    </>
  );
}

type OwnNoteProps = { kind: NotedKind; slug: string; own: OwnNote | null; mayWrite: boolean };

/** Deletes the note after asking. */
function WithdrawButton({
  kind,
  slug,
  onWithdrawn,
}: Omit<OwnNoteProps, "own" | "mayWrite"> & {
  onWithdrawn: () => void;
}) {
  const { t } = useTranslation("judge-notes");
  const [open, setOpen] = useState(false);
  const withdrawal = useMutation(async () => {
    const { error } = await call(withdrawJudgeNote, { params: { kind, slug } });
    if (error) return error;
    setOpen(false);
    onWithdrawn();
    await refresh(listJudgeNotes);
    return null;
  });
  return (
    <>
      <DangerButton onClick={() => setOpen(true)}>{t("own.withdraw")}</DangerButton>
      <ConfirmDialog
        open={open}
        isDanger
        title={t("confirm.title")}
        action={t("confirm.action")}
        busy={withdrawal.busy}
        onConfirm={() => void withdrawal.run()}
        onClose={() => {
          setOpen(false);
          withdrawal.reset();
        }}
      >
        <p>{t("confirm.text")}</p>
        {withdrawal.failure && <Notice intent="error">{t("confirm.failed")}</Notice>}
      </ConfirmDialog>
    </>
  );
}

/** The judge's own note on an entry: what became of it, and the ways to write, change and withdraw it. */
function OwnNotePart({ kind, slug, own, mayWrite }: OwnNoteProps) {
  const styles = useOwnNoteStyles();
  const { t } = useTranslation("judge-notes");
  const [isWriting, setWriting] = useState(false);
  const [done, setDone] = useState<"sent" | "sentShown" | "withdrawn" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const finish = (what: typeof done) => {
    setWriting(false);
    setDone(what);
    // The pressed button is gone.
    focusReplacement(heading.current);
  };
  return (
    <div className={styles.own}>
      <Heading level={3} ref={heading}>
        {t("own.title")}
      </Heading>
      {own ? <Written own={own} /> : <p>{t("own.invite")}</p>}
      {isWriting ? (
        <div className={styles.form}>
          <NoteForm
            kind={kind}
            slug={slug}
            text={own?.text ?? ""}
            onSent={(isShown) => finish(isShown ? "sentShown" : "sent")}
            onClose={() => finish(null)}
          />
        </div>
      ) : (
        <div className={styles.actions}>
          {mayWrite && (
            <Button
              className={styles.button}
              onClick={() => {
                setDone(null);
                setWriting(true);
              }}
            >
              {t(own ? "own.change" : "own.write")}
            </Button>
          )}
          {own && (
            <WithdrawButton kind={kind} slug={slug} onWithdrawn={() => finish("withdrawn")} />
          )}
        </div>
      )}
      <FormSuccess>{done && t(done)}</FormSuccess>
    </div>
  );
}

const useStyles = makeStyles({
  section: {
    display: "grid",
    gap: "24px",
    marginTop: "64px",
    maxWidth: measure,
    fontSize: "18px",
    lineHeight: "28px",
    [media.phone]: { marginTop: "48px" },
  },
  list: { display: "grid", gap: "20px", margin: 0, padding: 0, listStyleType: "none" },
  note: { margin: 0, display: "grid", gap: "12px" },
  author: { fontSize: "15px", lineHeight: "22px", color: tokens.colorNeutralForeground3 },
});

function Note({ note }: { note: ShownNote }) {
  const styles = useStyles();
  const look = useNoticeLook("info");
  const { t } = useTranslation("library");
  return (
    <figure className={mergeClasses(look, styles.note)}>
      <NoteText text={note.text} language={note.language} />
      <figcaption className={styles.author}>
        {t("judgeNotes.by", { author: note.author })}
      </figcaption>
    </figure>
  );
}

type JudgeNotesProps = { kind: NotedKind; slug: string };

/**
 * The judges' notes on an entry, with the reader's own note; judges can write one. Readers who are not judges see
 * nothing if there are no notes, or if loading fails.
 */
function LoadedNotes({ kind, slug }: JudgeNotesProps) {
  const styles = useStyles();
  const { t } = useTranslation("library");
  const isOfJudge = isJudge(useUser());
  const notes = useApiQuery(listJudgeNotes, { params: { kind, slug }, silent: true });
  return (
    <QueryView
      query={notes}
      loading={null}
      renderFailure={(_, standard) => (isOfJudge ? standard : null)}
      isEmpty={({ items, own }) => items.length === 0 && own === null && !isOfJudge}
    >
      {({ items, own }) => (
        <section aria-labelledby="judge-notes" className={styles.section}>
          <Heading level={2} id="judge-notes">
            {t("judgeNotes.title")}
          </Heading>
          {items.length > 0 && (
            <ul className={styles.list}>
              {items.map((note) => (
                <li key={note.id}>
                  <Note note={note} />
                </li>
              ))}
            </ul>
          )}
          {(isOfJudge || own) && (
            <OwnNotePart kind={kind} slug={slug} own={own} mayWrite={isOfJudge} />
          )}
        </section>
      )}
    </QueryView>
  );
}

/** Distance from the viewport at which the notes start to load. */
const distance = "800px";

/** Returns a ref for an element, and whether that has come near the viewport, which then stays true. */
function useIsNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) setNear(true);
    };
    const observer = new IntersectionObserver(watch, { rootMargin: distance });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isNear };
}

function NotesWhenNear(props: JudgeNotesProps) {
  const { place, isNear } = useIsNear();
  return isNear ? <LoadedNotes {...props} /> : <div ref={place} />;
}

/** The judges' notes on an entry, loaded once the reader scrolls near; nothing for kinds without notes. */
export function JudgeNotes({ kind, slug }: { kind: ContentKind; slug: string }) {
  const noted = notedKinds.find((id) => id === kind);
  return noted && <NotesWhenNear kind={noted} slug={slug} />;
}
