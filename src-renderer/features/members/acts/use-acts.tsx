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

type ReportProps = { done: Done | null; onUndone: (outcome: Outcome) => void };

/** Says what an act did, with a button that undoes it. Takes the focus if the pressed button is gone. */
function Report({ done, onUndone }: ReportProps) {
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
  const { busy, run } = useMutation(async (id: string) => {
    const { error } = await call(undoMemberAct, { params: { id } });
    if (error && error.code !== "conflict" && error.code !== "not-found") return error;
    await reload();
    onUndone({ text: error ? t("acts.undoFailed") : t("acts.undone"), isFailure: Boolean(error) });
    return null;
  });
  return (
    <div ref={region} tabIndex={-1} className={styles.region}>
      {done && (
        <Notice key={done.count} intent={done.isFailure ? "error" : "success"}>
          <div className={styles.done}>
            <span>{done.text}</span>
            {done.undo !== undefined && (
              <Button
                size="large"
                disabledFocusable={busy}
                onClick={() => void run(done.undo ?? "")}
              >
                {t("acts.undo")}
              </Button>
            )}
          </div>
        </Notice>
      )}
    </div>
  );
}

/** Runs acts: `start` opens the dialog of one; `report` says what it did, `dialog` is where it is asked. */
export function useActs() {
  const [act, setAct] = useState<Act | null>(null);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const report = (outcome: Outcome) =>
    setDone((last) => ({ ...outcome, count: (last?.count ?? 0) + 1 }));
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
    report: <Report done={done} onUndone={report} />,
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
