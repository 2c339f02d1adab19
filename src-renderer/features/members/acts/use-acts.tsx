import { Button, makeStyles } from "@fluentui/react-components";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { undoMemberAct } from "../../../../src-shared/api/member-acts.ts";
import { call } from "../../../api-client/client.ts";
import { isFocusLost } from "../../../components/focus-lost.ts";
import { Notice } from "../../../components/notice.tsx";
import { useMutation } from "../../../components/use-mutation.ts";
import { ActDialog, type Act, type Outcome } from "./act-dialog.tsx";
import { reload } from "./reload.ts";

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

/** ms after which a closed dialog has given the focus back. */
const afterDialog = 400;

/** `count` tells two of the same apart. */
type Done = Outcome & { count: number };

/** Undoes acts by their id. `onUndone` is given what came of it. */
function useUndo(onUndone: (outcome: Outcome) => void): Undoing {
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

/** Undoes an act by its id; `busy` while one is being undone. */
export type Undoing = { busy: boolean; undo: (id: string) => void };

type ReportProps = { done: Done | null; undoing: Undoing };

/** Says what an act did, with a button that undoes it. Takes the focus if the pressed button is gone. */
function Report({ done, undoing: { busy, undo } }: ReportProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => {
      if (isFocusLost()) region.current?.focus();
    }, afterDialog);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <div ref={region} tabIndex={-1} className={styles.region}>
      {done && (
        <Notice key={done.count} intent={done.isFailure ? "error" : "success"}>
          <div className={styles.done}>
            <span>{done.text}</span>
            {done.undo !== undefined && (
              <Button size="large" disabledFocusable={busy} onClick={() => undo(done.undo ?? "")}>
                {t("acts.undo")}
              </Button>
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}

/** Runs acts: `start` opens the dialog of one; `report` says what it did, `undoing` takes it back, `dialog` is where it is asked. */
export function useActs() {
  const [act, setAct] = useState<Act | null>(null);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const report = (outcome: Outcome) =>
    setDone((last) => ({ ...outcome, count: (last?.count ?? 0) + 1 }));
  const undoing = useUndo(report);
  const start = (next: Act) => {
    setDone(null);
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
