import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { undoMemberAct } from "../../../../src-shared/api/member-acts.ts";
import { call } from "../../../api-client/client.ts";
import { ActReport, useReported, type Counted } from "../../../components/act-report.tsx";
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

type ReportProps = { done: Counted<Outcome> | null; onUndone: (outcome: Outcome) => void };

/** Says what an act did, with a button that undoes it. */
function Report({ done, onUndone }: ReportProps) {
  const styles = useStyles();
  const { t } = useTranslation("members");
  const { busy, run } = useMutation(async (id: string) => {
    const { error } = await call(undoMemberAct, { params: { id } });
    if (error && error.code !== "conflict" && error.code !== "not-found") return error;
    await reload();
    onUndone({ text: error ? t("acts.undoFailed") : t("acts.undone"), isFailure: Boolean(error) });
    return null;
  });
  const { undo } = done ?? {};
  return (
    <ActReport reported={done} className={styles.region}>
      <div className={styles.done}>
        <span>{done?.text}</span>
        {undo !== undefined && (
          <Button size="large" disabledFocusable={busy} onClick={() => void run(undo)}>
            {t("acts.undo")}
          </Button>
        )}
      </div>
    </ActReport>
  );
}

/** Runs acts: `start` opens the dialog of one; `report` says what it did, `dialog` is where it is asked. */
export function useActs() {
  const [act, setAct] = useState<Act | null>(null);
  const [open, setOpen] = useState(false);
  const { reported: done, report, clear } = useReported<Outcome>();
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
