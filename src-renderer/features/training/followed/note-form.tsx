import { Button, Field, makeStyles, Textarea } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveTrainingNote, trainingLimits } from "#shared/api/training.ts";
import type { SessionPosition } from "#shared/training.ts";
import { focusOnMount } from "#renderer/components/keep-focus.ts";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { createDraft } from "#renderer/session/draft.ts";
import { changePlan } from "../plan-changes.ts";

/** Notes that were typed and not saved, by plan and session. */
const draft = createDraft<Readonly<Record<string, string>>>({}, (written) => written);

/** Returns the typed note on a session, which outlives the form until it is saved or discarded. */
function useNoteDraft(key: string, stored: string) {
  const [typed, setTyped] = useState(draft.read()[key] ?? stored);
  const forget = () => {
    const { [key]: _, ...others } = draft.read();
    draft.keep(others);
  };
  const type = (text: string) => {
    setTyped(text);
    draft.keep({ ...draft.read(), [key]: text });
  };
  return { typed, type, forget };
}

const useStyles = makeStyles({
  form: { display: "grid", gap: "12px", maxWidth: "520px", margin: "8px 0" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px" },
  button: { minHeight: "44px" },
});

type NoteFormProps = {
  planId: string;
  place: SessionPosition;
  today: string;
  /** The stored note; empty if there is none. */
  text: string;
  onClose: () => void;
};

/** Edits the note on a session; what was typed stays until it is saved. */
export function NoteForm({ planId, place, today, text, onClose }: NoteFormProps) {
  const styles = useStyles();
  const { t } = useTranslation(["training", "common"]);
  const { typed, type, forget } = useNoteDraft(`${planId} ${place.week} ${place.session}`, text);
  const close = () => {
    forget();
    onClose();
  };
  const { busy, run } = useMutation(async () => {
    const params = { id: planId };
    const { week, session } = place;
    const body = { today, week, session, text: typed };
    const { error } = await changePlan(saveTrainingNote, { params, body });
    if (!error) close();
    return error;
  });
  return (
    <div className={styles.form}>
      <Field label={t("note.label")}>
        <Textarea
          ref={focusOnMount}
          rows={3}
          size="large"
          resize="vertical"
          maxLength={trainingLimits.note}
          value={typed}
          onChange={(_, { value }) => type(value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button className={styles.button} disabledFocusable={busy} onClick={() => void run()}>
          {t("note.save")}
        </Button>
        <Button appearance="subtle" className={styles.button} onClick={close}>
          {t("common:cancel")}
        </Button>
      </div>
    </div>
  );
}
