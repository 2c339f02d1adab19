import { Button, makeStyles } from "@fluentui/react-components";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  listJudgeNotes,
  withdrawJudgeNote,
  type NotedKind,
  type OwnNote,
} from "#shared/api/judge-notes.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { DangerButton } from "#renderer/components/danger-button.tsx";
import { focusInPlace } from "#renderer/components/keep-focus.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { Heading } from "#renderer/components/heading.tsx";
import { Notice } from "#renderer/components/notice.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { media, tokens } from "#renderer/theme/tokens.ts";
import { NoteForm } from "./note-form.tsx";
import { NoteText } from "./note-text.tsx";

const useStyles = makeStyles({
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
export function OwnNotePart({ kind, slug, own, mayWrite }: OwnNoteProps) {
  const styles = useStyles();
  const { t } = useTranslation("judge-notes");
  const [isWriting, setWriting] = useState(false);
  const [done, setDone] = useState<"sent" | "sentShown" | "withdrawn" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const finish = (what: typeof done) => {
    setWriting(false);
    setDone(what);
    // The pressed button is gone.
    focusInPlace(heading.current);
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
