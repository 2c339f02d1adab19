import { Button, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clearFailedJobs, getBoard, type Board, type Clearing } from "#shared/api/board.ts";
import { call } from "#renderer/api-client/client.ts";
import { refresh } from "#renderer/api-client/query.ts";
import {
  ActionResult,
  useActionReport,
  type ActionReport,
} from "#renderer/components/action-result.tsx";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { useMutation } from "#renderer/components/use-mutation.ts";
import { useFormats } from "#renderer/i18n/formats.ts";
import { tokens } from "#renderer/theme/tokens.ts";
import { BoardPart } from "./board-part.tsx";

const useStyles = makeStyles({
  report: { marginBottom: "12px", ":empty": { margin: 0 } },
  list: { display: "grid", gap: "12px", margin: 0, padding: 0, listStyleType: "none" },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  state: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px 12px", paddingTop: "6px" },
});

type Kind = Board["stuckJobs"]["kinds"][number];
type Wanted = { kind: Kind; clearing: Clearing };

type KindItemProps = { kind: Kind; onClear: (wanted: Wanted) => void };

function KindItem({ kind, onClear }: KindItemProps) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { dateTime, number } = useFormats();
  const { name, count, failed, since } = kind;
  const button = (clearing: Clearing) => (
    <Button
      aria-label={t(`jobs.${clearing}.openOf`, { job: name })}
      onClick={() => onClear({ kind, clearing })}
    >
      {t(`jobs.${clearing}.open`)}
    </Button>
  );
  return (
    <li>
      <div className={styles.name}>{name}</div>
      <p className={styles.state}>
        {t("jobs.waiting", { count, shown: number(count), when: dateTime(since) })}
        {failed > 0 && ` ${t("jobs.givenUp", { count: failed, shown: number(failed) })}`}
      </p>
      {failed > 0 && (
        <div className={styles.actions}>
          {button("retry")}
          {button("dismiss")}
        </div>
      )}
    </li>
  );
}

/** Clears jobs that were given up. Returns the outcome in words. */
function useClearing() {
  const { t } = useTranslation("board");
  const { number } = useFormats();
  return async ({ kind: { name: job }, clearing }: Wanted): Promise<ActionReport> => {
    const params = { name: job, clearing };
    const { data, error } = await call(clearFailedJobs, { params, silent: true });
    await refresh(getBoard);
    if (error) {
      const wasRefused = error.kind === "rejected" || error.kind === "unauthorized";
      return { text: t(wasRefused ? "jobs.refused" : "jobs.unknown", { job }), isFailure: true };
    }
    const { count } = data;
    if (count === 0) return { text: t(`jobs.${clearing}.none`, { job }), isFailure: true };
    return { text: t(`jobs.${clearing}.done`, { job, count, shown: number(count) }) };
  };
}

/** The kinds of jobs that do not get on. Those given up are tried again or dismissed here. */
export function StuckJobs({ kinds }: { kinds: readonly Kind[] }) {
  const styles = useStyles();
  const { t } = useTranslation("board");
  const { number } = useFormats();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  // What was asked stays on screen while the dialog closes.
  const [isOpen, setOpen] = useState(false);
  const { reported, report, clear } = useActionReport();
  const clearJobs = useClearing();
  const { busy, run } = useMutation(async (request: Wanted) => {
    const outcome = await clearJobs(request);
    setOpen(false);
    report(outcome);
    return null;
  });
  const ask = (next: Wanted) => {
    clear();
    setWanted(next);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    const isStillThere = kinds.some(({ name, failed }) => name === wanted?.kind.name && failed > 0);
    if (!isStillThere) report({ text: t("jobs.gone", { job: wanted?.kind.name }) });
  };
  const values = { job: wanted?.kind.name, count: wanted?.kind.failed ?? 0 };
  const clearing = wanted?.clearing ?? "retry";
  return (
    <>
      {(kinds.length > 0 || isOpen || reported) && (
        <BoardPart title={t("jobs.title")} isWide>
          <ActionResult reported={reported} className={styles.report} />
          {kinds.length > 0 && (
            <ul className={styles.list}>
              {kinds.map((kind) => (
                <KindItem key={kind.name} kind={kind} onClear={ask} />
              ))}
            </ul>
          )}
        </BoardPart>
      )}
      <ConfirmDialog
        open={isOpen}
        title={t(`jobs.${clearing}.ask`, values)}
        action={t(`jobs.${clearing}.open`)}
        busy={busy}
        isDanger={clearing === "dismiss"}
        onConfirm={() => wanted && void run(wanted)}
        onClose={close}
      >
        <p>{t(`jobs.${clearing}.text`, { ...values, shown: number(values.count) })}</p>
      </ConfirmDialog>
    </>
  );
}
