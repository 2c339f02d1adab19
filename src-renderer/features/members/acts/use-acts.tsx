import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { undoMemberAct } from "#shared/api/member-acts.ts";
import { call } from "#renderer/api-client/client.ts";
import {
  ActionResult,
  type Counted,
  useActionReport,
} from "#renderer/components/action-result.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { ActDialog, type Act, type Outcome } from "./act-dialog.tsx";
import { reload } from "./record-acts.ts";

const useStyles = makeStyles({
  region: { marginBottom: "24px", ":empty": { margin: 0 } },
  done: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px 20px",
  },
});

/** Undoes an act by its id; `busy` while one is being undone. */
export type UndoControl = { busy: boolean; undo: (id: string) => void };

/** Undoes acts by their id. `onUndone` is given what came of it. */
function useUndo(onUndone: (outcome: Outcome) => void): UndoControl {
  const { t } = useTranslation("members");
  const { busy, run } = useMutation(async (id: string) => {
    const { error } = await call(undoMemberAct, { params: { id } });
    if (error && error.code !== "conflict" && error.code !== "not-found") return error;
    await reload();
    onUndone({ text: error ? t("acts.undoFailed") : t("acts.undone"), isFailure: Boolean(error) });
    return null;
  });
  return { busy, undo: (id) => void run(id) };
}

type ReportProps = { done: Counted<Outcome> | null; undoing: UndoControl };

/** Says what an act did, with a button that undoes it. */
function Report({ done, undoing: { busy, undo } }: ReportProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const id = done?.undo;
  return (
    <ActionResult reported={done} className={styles.region}>
      <div className={styles.done}>
        <span>{done?.text}</span>
        {id !== undefined && (
          <Button size="large" disabledFocusable={busy} onClick={() => undo(id)}>
            {t("acts.undo")}
          </Button>
        )}
      </div>
    </ActionResult>
  );
}

/** Runs acts: `start` opens the dialog of one; `report` says what it did, `undoing` takes it back, `dialog` is where it is asked. */
export function useActs() {
  const [act, setAct] = useState<Act | null>(null);
  const [open, setOpen] = useState(false);
  const { reported: done, report, clear } = useActionReport<Outcome>();
  const undoing = useUndo(report);
  const start = (next: Act) => {
    clear();
    setAct(next);
    setOpen(true);
  };
  const finish = async (outcome: Outcome) => {
    await reload();
    setOpen(false);
    report(outcome);
  };
  return {
    start,
    undoing,
    report: <Report done={done} undoing={undoing} />,
    dialog: act && (
      <ActDialog
        key={act.id}
        act={act}
        open={open}
        onDone={finish}
        onClose={() => setOpen(false)}
      />
    ),
  };
}
